# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Sets `missing` to what the IR bindings lack, or to nothing, and finds Python and
# nanobind.

set(SEGMENT_MLIR_PYTHON_SOURCES "${SEGMENT_SOURCE_DIR}/.venv/mlir-python"
    CACHE PATH "Sources of MLIR's Python bindings; scripts/setup.sh fetches them")

set(missing "")
if(SEGMENT_SANITIZERS)
  set(missing "a build without sanitizers, which Python itself lacks")
  return()
endif()
if(NOT EXISTS "${SEGMENT_MLIR_PYTHON_SOURCES}/MLIRPythonExtension.Core/MainModule.cpp")
  set(missing "the sources of MLIR's Python bindings in ${SEGMENT_MLIR_PYTHON_SOURCES} (scripts/setup.sh fetches them)")
  return()
endif()

# The interpreter that the tests run, whatever else is on PATH.
set(Python_EXECUTABLE "${SEGMENT_PYTHON}")
find_package(Python 3.10 QUIET COMPONENTS Interpreter Development.Module)
if(NOT Python_FOUND)
  set(missing "${SEGMENT_PYTHON}, at least 3.10, and its headers (Debian package python3-dev)")
  return()
endif()

execute_process(
  COMMAND "${Python_EXECUTABLE}" -c "import nanobind; print(nanobind.cmake_dir())"
  OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
# What MLIR 22 asks for; nanobind's version 3 has another interface.
find_package(nanobind 2.9 QUIET CONFIG)
if(NOT nanobind_FOUND)
  set(missing "the Python package nanobind 2.9 or newer, below 3 (scripts/requirements.txt)")
endif()
