/* Looks for leaks ahead of MPI_Finalize in programs under the address sanitizer: after it, what MPI keeps has no name.
 * SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#else
static void __lsan_do_leak_check(void)
{
}
static void __lsan_disable(void)
{
}
static void __lsan_enable(void)
{
}
#endif

/* Parts of MPI that are loaded, tried and unloaded lose memory that has no name then. */
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int code;

    __lsan_disable();
    code = PMPI_Init_thread(argc, argv, required, provided);
    __lsan_enable();
    return code;
}

int MPI_Init(int *argc, char ***argv)
{
    int provided;

    return MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

int MPI_Finalize(void)
{
    __lsan_do_leak_check();
    return PMPI_Finalize();
}
