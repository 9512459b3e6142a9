# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The package in build/python: with that folder in PYTHONPATH, it can be imported
# without being installed. Its Python files are links to the sources.

set(SEGMENT_ENABLE_PYTHON AUTO CACHE STRING
    "Build the Python package: ON, OFF, or AUTO (if what it needs is found)")
set_property(CACHE SEGMENT_ENABLE_PYTHON PROPERTY STRINGS AUTO ON OFF)
set(SEGMENT_HAS_PYTHON OFF)

set(missing "")
if(SEGMENT_ENABLE_PYTHON STREQUAL "OFF")
  set(missing "SEGMENT_ENABLE_PYTHON")
elseif(SEGMENT_SANITIZERS)
  set(missing "a build without sanitizers, which Python itself lacks")
else()
  # The interpreter that the tests run, whatever else is on PATH.
  set(Python_EXECUTABLE "${SEGMENT_PYTHON}")
  include(Extensions.cmake)
endif()
if(missing AND SEGMENT_ENABLE_PYTHON STREQUAL "ON")
  message(FATAL_ERROR "The Python package needs ${missing}; "
    "get it, or set SEGMENT_ENABLE_PYTHON to AUTO or OFF")
elseif(missing)
  message(STATUS "Python package: not built, it needs ${missing}")
  return()
endif()
set(SEGMENT_HAS_PYTHON ON)

set(package ${SEGMENT_BINARY_DIR}/python/segment_mlir)
foreach(target ${segment_extensions})
  target_link_libraries(${target} PRIVATE segment_compile_options)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${package})
endforeach()
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/segment_mlir
  CONFIGURE_DEPENDS segment_mlir/*.py segment_mlir/*.pyi segment_mlir/py.typed)
foreach(file ${files})
  get_filename_component(folder ${package}/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/segment_mlir/${file}
    ${package}/${file} SYMBOLIC)
endforeach()
