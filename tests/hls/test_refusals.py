# What is outside of the subset is refused, with its line in the source, and nothing comes out.
# SPDX-License-Identifier: Apache-2.0
import pytest
from kernel_bench import translate

pytestmark = pytest.mark.long

HEAD = "#include <stdint.h>\nstruct pair { int32_t a[4], b; };\nextern int32_t other(int32_t v);\n"  # three lines
ARRAYS = "int32_t x[restrict static 64]"
REFUSED = {
    "division": ("void f(int32_t n, %s)\n{\n    for (int32_t i = 1; i < n; ++i)\n        x[i] = n / i;\n}",
                 7, "division by a number that is no constant power of two"),
    "remainder": ("int32_t f(int32_t n, int32_t m)\n{\n    return n %% (m | 1);\n}", 6, "division"),
    "float": ("float f(float v)\n{\n    return v + 1;\n}", 4, "argument v, a number in floating point"),
    "float inside": ("int32_t f(int32_t n)\n{\n    int32_t k = n;\n    return (int32_t)(k * 0.3);\n}", 7,
                     "floating point"),
    "structure": ("int32_t f(int32_t n, const struct pair p[restrict static 4])\n{\n    return p[n].b;\n}", 6,
                  "structure"),
    "array set at once": ("int32_t f(int32_t n)\n{\n    int32_t kept[64] = {0};\n    kept[n & 63] = n;\n"
                          "    return kept[n >> 6 & 63];\n}", 6, "may be a local array"),
    "built-in": ("int32_t f(int32_t n)\n{\n    return n + (int32_t)__builtin_readcyclecounter();\n}", 6,
                 "built-in function of the compiler"),
    "division by a negative number": ("int32_t f(int32_t n)\n{\n    return n / -3;\n}", 6, "power of two"),
    "argument outside of ASCII": ("int f(int größe)\n{\n    return größe;\n}", None, "argument größe"),
    "name with a sign": ("int32_t f(int32_t a$b)\n{\n    return a$b;\n}", None, "argument a$b"),
    "local array": ("int32_t f(int32_t n, %s)\n{\n    int32_t kept[64];\n    for (int i = 0; i < 64; ++i)\n"
                    "        kept[i] = x[i];\n    return kept[n];\n}", None, "local array"),
    "global array": ("static const int32_t table[5] = {3, 1, 4, 1, 5};\nint32_t f(int32_t n)\n{\n"
                     "    return table[n];\n}", 7, "local and global arrays"),
    "recursion": ("int32_t f(int32_t n)\n{\n    return n < 2 ? 1 : f(n - 1) + f(n - 2);\n}", 6, "recursive"),
    "unknown function": ("int32_t f(int32_t n)\n{\n    return other(n);\n}", 6, "call of other"),
    "unknown function of a pointer": ("extern int *next(void);\nint f(int n)\n{\n    next();\n    return n;\n}", 7,
                                      "call of next"),
    "assembler": ("int f(int n)\n{\n    int *p;\n    __asm__ volatile(\"nop\" : \"=r\"(p));\n    return n;\n}", 7,
                  "call of a pointer"),
    "global variable with the name of an argument": (
        "static int k = 5;\nstatic int get(void) { return k++; }\nint f(int n, const int k[restrict static 8])\n{\n"
        "    return k[n & 7] + get();\n}", 5, "a variable or an array that is no argument"),
    "global variable with the name of a pointer": (
        "static int arrayidx = 5;\nstatic int get(void) { return arrayidx++; }\nint f(int n, const %s)\n{\n"
        "    return x[n & 7] + get();\n}", 5, "a variable or an array that is no argument"),
    "one access of two arrays": (
        "int f(int c, const int x[restrict static 8], const int z[restrict static 8])\n{\n"
        "    return c ? x[c & 7] : z[c & 7];\n}", 6, "one access of two arrays"),
    "index behind the end": ("int f(const int x[restrict static 8])\n{\n    return x[8];\n}", 6, "which has 8 words"),
    "function that is not inlined": ("__attribute__((noinline)) static int g(int v)\n{\n    return v * 3;\n}\n"
                                     "int f(int n)\n{\n    return g(n);\n}", 10, "noinline"),
    "volatile": ("int32_t f(volatile int32_t x[restrict static 8])\n{\n    return x[3];\n}", 6, "volatile"),
    "pointer that moves": ("int32_t f(int32_t n, const %s)\n{\n    int32_t s = 0;\n    const int32_t *p = x;\n"
                           "    for (int32_t i = 0; i < n; ++i)\n        s += *p++;\n    return s;\n}", 9,
                           "pointer that changes"),
    "array without size": ("int32_t f(const int32_t *restrict x)\n{\n    return x[1];\n}", 4, "has no size"),
    "array that may overlap": ("int32_t f(const int32_t x[static 8])\n{\n    return x[1];\n}", 4, "restrict"),
    "read and written": ("void f(int32_t n, %s)\n{\n    for (int32_t i = 1; i < n; ++i)\n"
                         "        x[i] += x[i - 1];\n}", 7, "both read and written"),
    "two widths": ("int32_t f(int32_t n, const %s)\n{\n    return x[n] + ((const int8_t *)x)[n];\n}", 6,
                   "words of two types"),
    "result that is a structure": ("struct five { int a, b, c, d, e; };\nstruct five f(int n)\n{\n"
                                   "    return (struct five){n, 1, 2, 3, 4};\n}", 5, "a result that is a structure"),
    "wide": ("__int128 f(__int128 n)\n{\n    return n + 1;\n}", 4, "argument n, a number of 128 bits"),
    "loop with two entries": ("int32_t f(int32_t n, const %s)\n{\n    int32_t s = 0, i = 0;\n    if (n & 1)\n"
                              "        goto middle;\n    while (i < n) {\n        s += x[i & 63];\n    middle:\n"
                              "        s ^= x[i & 31];\n        ++i;\n    }\n    return s;\n}", None,
                              "entered at two places"),
    "no such function": ("int32_t g(int32_t n)\n{\n    return n;\n}", None, "no function f"),
    "static function": ("static int32_t f(int32_t n)\n{\n    return n;\n}", None, "or it is static"),
    "no C": ("int32_t f(int32_t n)\n{\n    return n +;\n}", None, "clang refuses the source"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusal_names_the_construct_and_its_line(name, tmp_path):
    source, line, reason = REFUSED[name]
    path = tmp_path / "refused.c"
    path.write_text(HEAD + source.replace("%s", ARRAYS).replace("%%", "%") + "\n")
    said = translate([path], "f", tmp_path / "out", expect=1)
    assert "Traceback" not in said and any(one in said for one in reason.split("|")), said
    assert line is None or f"{path}:{line}: " in said, said
    assert not list((tmp_path / "out").glob("*.v"))


@pytest.mark.parametrize("name", ["clk", "reg", "logic", "fn", "module", "next", "stage"])
def test_a_name_that_no_module_can_have(name, tmp_path):
    path = tmp_path / "named.c"
    path.write_text(f"int {name}(int v) {{ return v + 1; }}\n")
    said = translate([path], name, tmp_path / "out", expect=2)
    assert "Traceback" not in said and "cannot be the name of a module" in said


def test_what_is_refused_leaves_no_older_verilog(tmp_path):
    path = tmp_path / "stale.c"
    path.write_text("int f(int v) { return v + 1; }\n")
    translate([path], "f", tmp_path / "out")
    path.write_text("int f(int v) { return v / 3; }\n")
    translate([path], "f", tmp_path / "out", expect=1)
    assert not any((tmp_path / f"out/f.{kind}").exists() for kind in ("v", "json", "ir"))


def test_a_source_that_is_not_there(tmp_path):
    said = translate([tmp_path], "f", tmp_path / "out", expect=1)
    assert f"{tmp_path}: no such file" in said and "Traceback" not in said


def test_a_turn_that_does_not_fit_its_interval(tmp_path):
    """Each address is the word that the turn before has read, and a memory takes two cycles."""
    path = tmp_path / "chase.c"
    path.write_text("#include <stdint.h>\nuint8_t f(uint8_t n, const uint8_t x[restrict static 256])\n{\n"
                    "    uint8_t at = 0;\n    while (n--)\n        at = x[at];\n    return at;\n}\n")
    said = translate([path], "f", tmp_path / "out", ["--interval", "2"], expect=1)
    assert "Traceback" not in said and "interval of 2 cycles is too short" in said, said


def test_stages_that_are_too_few(tmp_path):
    """Three reads that depend on each other, of two cycles each."""
    path = tmp_path / "chain.c"
    arrays = ", ".join(f"const uint8_t {name}[restrict static 256]" for name in "xyz")
    path.write_text(f"#include <stdint.h>\nuint8_t f(uint8_t n, {arrays})\n{{\n    return z[y[x[n]]];\n}}\n")
    said = translate([path], "f", tmp_path / "out", stages=5, expect=1)
    assert "5 stages are too few: use --stages 7" in said, said
    translate([path], "f", tmp_path / "out", stages=7)


OUTSIDE_OF_ASCII = {
    "variable": "int f(int n)\n{\n    int größe = 0;\n    for (int i = 0; i < n; ++i)\n        größe ^= i;\n"
                "    return größe;\n}\n",
    "label": "int f(int n)\n{\n    int s = 0;\ngröße:\n    s += n;\n    if (--n > 0)\n        goto größe;\n"
             "    return s;\n}\n",
    "function": "static int größe(int v)\n{\n    if (v > 3)\n        return 2;\n    for (int i = 0; i < v; i++)\n"
                "        v ^= i * v;\n    return v;\n}\nint f(int n)\n{\n    return größe(n) + größe(n + 1);\n}\n",
}


@pytest.mark.parametrize("what", OUTSIDE_OF_ASCII)
def test_names_outside_of_ascii(what, tmp_path):
    path = tmp_path / "named.c"
    path.write_text(OUTSIDE_OF_ASCII[what])
    translate([path], "f", tmp_path / "out")


@pytest.mark.parametrize("options, said", [(["--stages", "2"], "3 or more"), (["--latency", "0"], "1 or more"),
                                           (["--period", "-5"], "1 or more"), (["--multiply", "-5"], "0 or more")])
def test_settings_that_no_kernel_has(options, said, tmp_path):
    path = tmp_path / "f.c"
    path.write_text("int f(int n) { return n; }\n")
    assert said in translate([path], "f", tmp_path / "out", options, expect=2)


@pytest.mark.parametrize("options", [["-I", "include"], ["-Iinclude"], ["-D", "HAS"], ["-DHAS=1"]])
def test_options_of_clang_with_and_without_a_space(options, tmp_path):
    path = tmp_path / "f.c"
    path.write_text("#ifndef HAS\n#include \"has.h\"\n#endif\nint f(int n) { return n + HAS; }\n")
    (tmp_path / "include").mkdir()
    (tmp_path / "include/has.h").write_text("#define HAS 3\n")
    options = [str(tmp_path / "include") if word == "include" else word.replace("-Iinc", f"-I{tmp_path}/inc")
               for word in options]
    translate([path], "f", tmp_path / "out", options)
