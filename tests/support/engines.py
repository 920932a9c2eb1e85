# The names under which the command opens the models that are built.
# SPDX-License-Identifier: Apache-2.0
import re

KEYS = {"p": "p", "b": "b", "f": "full", "w": "w", "n": "nbuf", "l": "lanes", "io": "io"}
FLOAT_FORMATS = ["float32", "bfloat16", "float16"]


def number_format(name):
    """What the model of a configuration computes with: 'fixed', 'float32', 'bfloat16' or 'float16'."""
    return next((part for part in name.split("_") if part in FLOAT_FORMATS), "fixed")


def engine_of(kind, name):
    """The engine of a configuration: 'sim', 'p2_b8_f4_float32' -> 'sim:p=2,b=8,full=4,float32'."""
    chosen = []
    for part in name.split("_"):
        if part not in FLOAT_FORMATS:
            letters, digits = re.fullmatch(r"([a-z]+)(\d+)", part).groups()
            part = f"{KEYS[letters]}={digits}"
        chosen.append(part)
    return f"{kind}:{','.join(chosen)}"
