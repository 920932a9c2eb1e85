# A wheel for any Python 3 of one kind of machine: it holds a shared library, and nothing of Python's C interface.
# SPDX-License-Identifier: Apache-2.0
import os

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class OneMachine(Distribution):
    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(version=os.environ["ORB_VERSION"], distclass=OneMachine, cmdclass={"bdist_wheel": AnyPython})
