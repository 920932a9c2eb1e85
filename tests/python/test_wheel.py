# The wheel: installed in a folder, used from an empty one, with nothing else of this project.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys
import zipfile

import pytest


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(build):
    wheels = list((build / "wheel").glob("*.whl"))
    assert len(wheels) == 1, "build/wheel has no wheel: make wheel"
    return wheels[0]


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """python(script) runs in an empty folder, with the installed package alone."""
    folder = tmp_path_factory.mktemp("installed")
    run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index",
         "--target", str(folder), str(wheel)])
    env = {**{key: value for key, value in os.environ.items() if key != "ORB_LIBRARY"}, "PYTHONPATH": str(folder)}
    return lambda script: run([sys.executable, "-c", script], cwd=tmp_path_factory.mktemp("empty"), env=env)


@pytest.mark.quick
def test_wheel_is_for_any_python_of_one_machine(wheel, root):
    version = re.search(r'ORB_VERSION "(.*)"', (root / "host/include/orbital/orbital.h").read_text()).group(1)
    assert re.fullmatch(rf"orbital-{re.escape(version)}-py3-none-linux_\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as content:
        names = {name for name in content.namelist() if name.startswith("orbital/")}
        sources = {f"orbital/{path.name}": path for path in (root / "python/orbital").glob("*.py")}
        assert names == {*sources, "orbital/liborbital.so"}
        assert all(content.read(name) == path.read_bytes() for name, path in sources.items()), "stale: make wheel"


@pytest.mark.quick
def test_example_of_the_readme(root, python):
    example = re.search(r"^```python\n(.*?)^```$", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL).group(1)
    assert float(python(example)) < 1e-12


@pytest.mark.quick
def test_library_of_the_wheel_is_used(python):
    assert python("import orbital; print(orbital._library._c._name)").strip().endswith("/orbital/liborbital.so")


@pytest.mark.quick
def test_examples_of_the_page(root, python):
    """One after the other: the later ones use the names of the first."""
    examples = re.findall(r"^```python\n(.*?)^```$", (root / "docs/python.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(examples) >= 3
    python("\n".join(examples))
