/* The commands. Each takes its own arguments, argv[0] being "orbital NAME", and returns an exit code.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef COMMAND_H
#define COMMAND_H

int command_forward(int argc, char **argv);
int command_inverse(int argc, char **argv);
int command_roundtrip(int argc, char **argv);
int command_filter(int argc, char **argv);
int command_view(int argc, char **argv);
int command_compress(int argc, char **argv);
int command_expand(int argc, char **argv);
int command_info(int argc, char **argv);
int command_devices(int argc, char **argv);
int command_bench(int argc, char **argv);

#endif
