# What `make install` leaves is complete: the README's example builds against it through pkg-config, and runs.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess

import pytest
from configs import configurations
from sources import ROOT, tracked


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def staged(root, tmp_path_factory):
    """A staged installation: what a packager would pack."""
    folder = tmp_path_factory.mktemp("stage")
    run(["make", "install", "install-mpi", "SETUP=no", f"DESTDIR={folder}", "PREFIX=/usr/local"], cwd=root)
    return folder


@pytest.fixture(scope="module")
def environment(staged):
    """An environment in which the staged files are found, and those of the build folder are not."""
    local = staged / "usr/local"
    env = {key: value for key, value in os.environ.items() if key != "ORB_MODEL_PATH"}
    return {**env, "PKG_CONFIG_SYSROOT_DIR": str(staged), "PKG_CONFIG_PATH": str(local / "lib/pkgconfig"),
            "LD_LIBRARY_PATH": str(local / "lib")}


@pytest.mark.parametrize("link", ["shared", "static"])
def test_example_of_the_readme(root, staged, environment, tmp_path, link):
    example = re.search(r"^```c\n(.*?)^```$", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL).group(1)
    (tmp_path / "example.c").write_text(example)
    flags = ["--cflags", "--libs", "orbital"]
    if link == "static":  # in a folder where the linker finds the archive alone
        (tmp_path / "lib").mkdir()
        shutil.copyfile(staged / "usr/local/lib/liborbital.a", tmp_path / "lib/liborbital.a")
        flags += ["--static", f"--define-variable=libdir={tmp_path}/lib",
                  f"--define-variable=includedir={staged}/usr/local/include"]
        environment = {**environment, "ORB_MODEL_PATH": str(staged / "usr/local/lib/orbital"),
                       "PKG_CONFIG_SYSROOT_DIR": ""}
    flags = run(["pkg-config", *flags], env=environment)
    run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "example.c", *flags.split(), "-o", "example"],
        cwd=tmp_path)
    assert ("liborbital" in run(["ldd", "./example"], cwd=tmp_path)) == (link == "shared")
    assert "of peak" in run([str(tmp_path / "example")], env=environment)


@pytest.mark.parametrize("link", ["shared", "static"])
def test_example_of_the_cluster(root, staged, environment, tmp_path, link):
    example = re.search(r"^```c\n(.*?)^```$", (root / "docs/cluster.md").read_text(), re.MULTILINE | re.DOTALL).group(1)
    (tmp_path / "example.c").write_text(example)
    # The installation stands in another folder than its prefix says, which holds for BLAS, too: that comes by itself.
    flags = run(["pkg-config", "--cflags", "--libs", *(["--static"] if link == "static" else []), "orbital_mpi"],
                env={**environment, "PKG_CONFIG_SYSROOT_DIR": ""}).replace("/usr/local", f"{staged}/usr/local")
    if link == "static":
        flags = flags.replace("-lorbital_mpi", "-l:liborbital_mpi.a").replace("-lorbital ", "-l:liborbital.a ")
    run(["mpicc", "-std=c11", "-Wall", "-Wextra", "-Werror", "example.c", *flags.split(), "-o", "example"],
        cwd=tmp_path, env=environment)
    said = run(["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "8", "./example"], cwd=tmp_path,
               env={**environment, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                    "OMPI_MCA_mpi_yield_when_idle": "1", "TMPDIR": "/tmp"})
    assert re.search(r"^measured \w+ .* s, .*; \w+: .*; \d+ messages$", said.strip())


PROJECT = """cmake_minimum_required(VERSION 3.13)
project(example C)
find_package({package} {version} REQUIRED)
add_executable(example example.c)
target_link_libraries(example PRIVATE {package}::{package})
"""


@pytest.mark.parametrize("package, page", [("orbital", "README.md"), ("orbital_mpi", "docs/cluster.md")])
def test_examples_by_cmake(root, staged, environment, tmp_path, package, page):
    """The installation is not where its prefix says."""
    example = re.search(r"^```c\n(.*?)^```$", (root / page).read_text(), re.MULTILINE | re.DOTALL).group(1)
    (tmp_path / "example.c").write_text(example)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(package=package, version="0.1"))
    configure = ["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={staged}/usr/local"]
    run(configure, cwd=tmp_path)
    run(["cmake", "--build", "build"], cwd=tmp_path)
    libraries = run(["ldd", "build/example"], cwd=tmp_path, env=environment)
    assert f"{staged}/usr/local/lib/lib{package}.so" in libraries
    if package == "orbital":
        assert "of peak" in run([str(tmp_path / "build/example")], env=environment)
    for version, code in [("0.2", 1), ("1.0", 1), ("0.1.0", 0)]:
        (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(package=package, version=version))
        done = subprocess.run([*configure, "--fresh"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr


def test_products_by_cmake(staged, tmp_path):
    (tmp_path / "example.c").write_text("#include <orbital/orbital_mpi_gemm.h>\n"
                                        "int main(void) { orb_mpi_gemm_destroy(NULL); return 0; }\n")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(package="orbital_mpi_gemm", version=""))
    run(["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={staged}/usr/local"], cwd=tmp_path)
    run(["cmake", "--build", "build"], cwd=tmp_path)


def test_command_finds_library_and_models(staged, environment):
    command = str(staged / "usr/local/bin/orbital")
    environment = {key: value for key, value in environment.items() if key != "LD_LIBRARY_PATH"}
    assert "0." in run([command, "--version"], env=environment)
    assert "p=2" in run([command, "info", "--engine", "sim:p=2,b=4"], env=environment)
    assert "0." in run([str(staged / "usr/local/bin/orbital-mpi"), "--version"], env=environment)


def test_public_symbols(staged):
    library = staged / "usr/local/lib/liborbital.so"
    symbols = [line.split("@")[0] for line in run(["nm", "-D", "--defined-only", "--format=just-symbols",
                                                   str(library)]).splitlines() if "@" in line]
    header = (staged / "usr/local/include/orbital/orbital.h").read_text()
    assert sorted(symbols) == sorted(re.findall(r"^ORB_API .*?(orb_\w+)\(", header, re.MULTILINE))


def test_manuals_are_installed(root, staged):
    pages = {path.name for folder in ("host/man", "mpi/man") for path in (root / folder).iterdir()}
    assert {"orbital.1", "orbital-mpi.1"} <= pages
    assert pages == {path.name for path in (staged / "usr/local/share/man/man1").iterdir()}


@pytest.mark.parametrize("program, word", [("orbital", "roundtrip"), ("orbital-mpi", "algorithm")])
@pytest.mark.parametrize("name", ["bash-completion/completions/{}", "zsh/site-functions/_{}",
                                  "fish/vendor_completions.d/{}.fish"])
def test_completion_is_installed(staged, name, program, word):
    assert word in (staged / "usr/local/share" / name.format(program)).read_text()


def test_udev_rule_is_installed(staged):
    """Messages name this file."""
    rule = (staged / "usr/local/lib/udev/rules.d/60-orbital.rules").read_text()
    assert 'ATTR{idVendor}=="0403"' in rule and "uaccess" in rule


def engines_that_are_named():
    """The names of simulated arrays and models in README.md, the pages, the manuals and what --help says."""
    pages = ["README.md", *tracked(".md", ".1", ".c")]
    found = {name for page in pages if page.startswith(("README", "docs/", "host/man/", "host/cli/"))
             for name in re.findall(r"\b(?:sim|hls):[a-z0-9=,]*[a-z0-9]", (ROOT / page).read_text())}
    return sorted(found | {"sim", "hls"})


@pytest.mark.parametrize("engine", engines_that_are_named())
def test_models_that_the_pages_name_are_installed(staged, environment, engine):
    assert "nodes" in run([str(staged / "usr/local/bin/orbital"), "info", "--engine", engine], env=environment)


def planned(root, build, *options):
    """What `make install` would do in an empty build folder, its second make included."""
    return "".join(run(["make", "--dry-run", "SETUP=no", f"BUILD={build}", *options, goal], cwd=root)
                   for goal in ("install", "install-built"))


def models_in(text):
    """What is copied to the folder of models."""
    (line,) = re.findall(r"^install -m 755 (.*orb_hls_.*)/orbital$", text, re.MULTILINE)
    return set(re.findall(r"orb_(\w+)\.so", line))


@pytest.mark.quick
def test_some_models_are_installed_unless_all_are_wanted(root, tmp_path):
    usual, every = (planned(root, tmp_path, *more) for more in ([f"PREFIX={tmp_path}/to"], ["MODELS=all"]))
    assert {f"{kind}_{name}" for kind in ("sim", "hls") for name in configurations()} <= models_in(every)
    verilated = {name[4:] for name in models_in(usual) if name.startswith("sim_")}
    assert "p4_b8_f4_w18" in verilated and len(verilated) < len(configurations()) / 2
    for text, wanted in ((usual, verilated), (every, set(configurations()))):
        assert set(re.findall(r"Verilating (\w+)", text)) == wanted
    minutes = [int(re.search(r"takes about (\d+) minutes of processor time", text)[1]) for text in (usual, every)]
    assert minutes[0] < minutes[1]
    proposed = f"make install MODELS=all PREFIX={tmp_path}/to SETUP=no"
    assert proposed in usual and "make install MODELS" not in every


@pytest.mark.quick
def test_other_models_are_refused_before_anything_is_built(root, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "make").symlink_to(shutil.which("make"))
    done = subprocess.run(["make", "SETUP=no", f"BUILD={tmp_path}/build", "install", "MODELS=none"], cwd=root,
                          env={"PATH": str(tools)}, capture_output=True, text=True)
    assert done.returncode == 2 and "make install: MODELS is one of: usual all\n" in done.stderr
    assert not (tmp_path / "build").exists()


def test_uninstall_removes_what_was_installed(root, staged, tmp_path):
    """And nothing of others, who may have put files beside it."""
    shutil.copytree(staged, tmp_path / "stage", symlinks=True)
    others = [tmp_path / "stage/usr/local" / name for name in
              ("lib/orbital/notes", "include/orbital/other.h", "lib/liborbital.so.99", "bin/other")]
    for path in others:
        path.write_text("of others")
    run(["make", "uninstall", "SETUP=no", f"DESTDIR={tmp_path}/stage", "PREFIX=/usr/local"], cwd=root)
    assert sorted(path for path in (tmp_path / "stage").rglob("*") if not path.is_dir()) == sorted(others)
    others[0].unlink()
    run(["make", "uninstall", "SETUP=no", f"DESTDIR={tmp_path}/stage", "PREFIX=/usr/local"], cwd=root)
    assert not others[0].parent.exists() and others[1].exists()


@pytest.mark.parametrize("name, value, says", [
    ("PREFIX", "{}/my stuff", "without spaces"), ("PREFIX", "{}/my ", "without spaces"),
    ("DESTDIR", "{}/my stuff", "without spaces"), ("LIBDIR", "{}/my*", "without spaces"),
    ("PREFIX", "{}/a';b", "without spaces"), ("PREFIX", "", "absolute"), ("UDEVDIR", "rules", "absolute")])
@pytest.mark.parametrize("target", ["install", "install-mpi", "uninstall"])
def test_folders_that_are_refused(root, tmp_path, target, name, value, says):
    """The shell would take a name with a space for two, and `uninstall` would remove the first."""
    (tmp_path / "my").mkdir()
    (tmp_path / "my/file").write_text("kept")
    done = subprocess.run(["make", target, "SETUP=no", f"{name}={value.format(tmp_path)}"], cwd=root,
                          capture_output=True, text=True)
    assert done.returncode == 2 and f'make: {name} is "{value.format(tmp_path)}": give ' in done.stderr, done.stderr
    assert says in done.stderr and (tmp_path / "my/file").read_text() == "kept"
