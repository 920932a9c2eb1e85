# The tarball is the same for the same commit, and Debian packages are built from it alone and work.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess
import tarfile

import pytest

GENERATED = ["orbital_regs.h", "orbital_link_regs.h"]


def run(*command, code=0, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          **options)
    assert done.returncode == code, f"{command}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def pack(root, build, tmp_path_factory):
    """pack(code=0, change=...) is a tarball, or what was said, of a fresh clone after a change."""
    def packed(code=0, change=lambda clone: None):
        clone = tmp_path_factory.mktemp("clone") / "orbital"
        run("git", "clone", "--quiet", root, clone)
        views = clone / "build/gen"
        views.mkdir(parents=True)
        for name in GENERATED:
            shutil.copyfile(build / "gen" / name, views / name)
        change(clone)
        # Without what would make the views again: they are those of this build.
        said = run("make", "tarball", "SETUP=no", "VENV_BUILD=", cwd=clone, code=code)
        return said if code else next((clone / "build/dist").glob("orbital-*.tar.gz"))
    return packed


@pytest.fixture(scope="module")
def tarball(pack):
    return pack()


def test_tarball_is_reproducible(pack, tarball):
    old = os.umask(0o077)
    try:
        again = pack()
    finally:
        os.umask(old)
    assert tarball.read_bytes() == again.read_bytes()


def test_tarball_holds_the_commit_and_the_views(root, tarball):
    tracked = run("git", "ls-tree", "-r", "--name-only", "HEAD", cwd=root).splitlines()
    top = tarball.name.removesuffix(".tar.gz")
    with tarfile.open(tarball) as archive:
        names = {member.name for member in archive if member.isfile()}
        view = archive.extractfile(f"{top}/packed/orbital_regs.h").read()
    assert names == {f"{top}/{name}" for name in [*tracked, *(f"packed/{name}" for name in GENERATED)]}
    assert view == (root / "build/gen/orbital_regs.h").read_bytes()


def test_changes_that_are_not_committed_are_no_release(pack):
    said = pack(code=2, change=lambda clone: (clone / "README.md").write_text("changed"))
    assert "not committed" in said


@pytest.mark.quick
def test_debian_says_what_the_project_says(root):
    version = re.search(r'ORB_VERSION "(.*)"', (root / "host/include/orbital/orbital.h").read_text()).group(1)
    assert (root / "debian/changelog").read_text().startswith(f"orbital ({version}) ")
    listed = re.sub("#.*", "", "".join((root / f"scripts/packages-{name}.txt").read_text()
                                       for name in ("run", "mpi"))).split()
    needed = re.search(r"^Build-Depends:(.*?)^\S", (root / "debian/control").read_text(), re.MULTILINE | re.DOTALL)
    libraries = {name for name in listed if name.endswith("-dev") and name != "libc6-dev"}
    assert libraries <= set(re.findall(r"[a-z0-9.+-]+", needed.group(1)))


@pytest.fixture(scope="module")
def packages(tarball, tmp_path_factory):
    """The packages, built in a folder that holds only the tarball, without network where that can be shut off."""
    if not shutil.which("dpkg-buildpackage") or not shutil.which("dh"):
        pytest.skip("dpkg-dev and debhelper are not installed")
    folder = tmp_path_factory.mktemp("debian")
    run("tar", "-xzf", tarball, "-C", folder)
    alone = ["unshare", "--map-root-user", "--net"]
    alone = alone if not subprocess.run([*alone, "true"], capture_output=True).returncode else []
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("ORB_", "MAKE", "CFLAGS"))}
    run(*alone, "dpkg-buildpackage", "-us", "-uc", "-b", cwd=next(folder.iterdir()), env=clean)
    return folder


@pytest.fixture(scope="module")
def installed(packages, tmp_path_factory):
    """What the packages hold, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    for package in packages.glob("*.deb"):
        if "dbgsym" not in package.name:
            run("dpkg-deb", "-x", package, folder)
    return folder


@pytest.mark.long
def test_packages_have_no_errors(packages):
    if not shutil.which("lintian"):
        pytest.skip("lintian is not installed")
    run("lintian", "--fail-on", "error", "--allow-root", *packages.glob("*.changes"))


@pytest.mark.long
def test_packages_work(installed, tmp_path):
    triplet = run("gcc", "-dumpmachine").strip()
    library = installed / "usr/lib" / triplet
    assert (library / "liborbital.so.1").exists() and not list(library.glob("orbital/orb_sim_*"))
    for name in ["usr/lib/udev/rules.d/60-orbital.rules", "usr/share/man/man1/orbital.1.gz",
                 "usr/share/bash-completion/completions/orbital", "usr/share/zsh/vendor-completions/_orbital",
                 "usr/share/doc/orbital-tools/README.Debian", "usr/share/man/man1/orbital-mpi.1.gz",
                 "usr/share/zsh/vendor-completions/_orbital-mpi"]:
        assert (installed / name).exists(), name
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library), "ORB_MODEL_PATH": str(library / "orbital"),
                   "PKG_CONFIG_SYSROOT_DIR": str(installed), "PKG_CONFIG_PATH": str(library / "pkgconfig")}
    (tmp_path / "in.raw").write_bytes(bytes(range(216)))
    for engine in ("cpu", "hls:p=2,b=4"):
        run(installed / "usr/bin/orbital", "roundtrip", "in.raw", "--shape", "6,6,6", "--in-dtype", "uint8", "--dtype",
            "uint8", "--engine", engine, "-o", "out.raw", "--force", cwd=tmp_path, env=environment)
        assert (tmp_path / "out.raw").read_bytes() == (tmp_path / "in.raw").read_bytes()
    assert run(installed / "usr/bin/orbital-mpi", "--version", env=environment).startswith("orbital-mpi ")
    (tmp_path / "a.c").write_text("#include <orbital/orbital.h>\n#include <stdio.h>\n"
                                  "int main(void) { puts(orb_strerror(ORB_BUSY)); return 0; }\n")
    flags = run("pkg-config", "--cflags", "--libs", "orbital", env=environment).split()
    run("gcc", "a.c", *flags, "-o", "a", cwd=tmp_path)
    assert run(tmp_path / "a", env=environment).strip()
    (tmp_path / "b.c").write_text("#include <orbital/orbital_mpi.h>\n"
                                  "int main(void) { return orb_mpi_plan_desc(NULL, NULL) != ORB_INVALID; }\n")
    flags = run("pkg-config", "--cflags", "--libs", "orbital_mpi", env={**environment, "PKG_CONFIG_SYSROOT_DIR": ""})
    # which leaves out folders that compilers look into anyway
    run("mpicc", "b.c", f"-I{installed}/usr/include", f"-L{library}", *flags.split(), "-o", "b", cwd=tmp_path,
        env=environment)
    run(tmp_path / "b", env=environment)
