# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads the extension, and says what to do if that fails."""

# Debian's package for each shared library that the extension needs.
_PACKAGES = {"libMLIR.so": "libmlir-22", "libLLVM": "libllvm22"}


def _load():
    try:
        from . import _core
    except ImportError as error:
        for library, package in _PACKAGES.items():
            if library in str(error):
                raise ImportError(
                    f"segment_mlir needs {library.removesuffix('.so')} of LLVM 22.1, "
                    f"which Debian's package {package} holds: "
                    f"apt-get install {package} ({error})"
                ) from error
        raise
    return _core


core = _load()
