# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The wheel. Libraries of the project are taken from SEGMENT_BUILD, or from where
# the package SegmentMLIR is installed; where there is neither, they are built.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(SEGMENT_BUILD "${CMAKE_CURRENT_SOURCE_DIR}/../build" CACHE PATH
    "Build folder of the project")
set(CMAKE_INSTALL_RPATH "\$ORIGIN/lib;\$ORIGIN")

find_package(SegmentMLIR ${SKBUILD_PROJECT_VERSION} QUIET CONFIG
  HINTS "${SEGMENT_BUILD}/lib/cmake/SegmentMLIR")
if(SegmentMLIR_FOUND)
  message(STATUS "Using the libraries of ${SegmentMLIR_DIR}")
else()
  message(STATUS "Building the libraries, as there are none in ${SEGMENT_BUILD}")
  set(SEGMENT_INCLUDE_TESTS OFF)
  set(SEGMENT_ENABLE_PYTHON OFF CACHE STRING "")
  set(SEGMENT_ENABLE_PYTHON_IR OFF CACHE STRING "")
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_subdirectory(.. segment EXCLUDE_FROM_ALL)
endif()

set(missing "")
include(Extensions.cmake)
if(missing)
  message(FATAL_ERROR "The Python package needs ${missing}")
endif()
set(libraries SegmentDispatch)
list(REMOVE_ITEM segment_extensions SegmentDispatch)
install(TARGETS ${segment_extensions} LIBRARY DESTINATION segment_mlir)
install(TARGETS ${libraries} LIBRARY DESTINATION segment_mlir/lib)
# They find each other in their own folder, wherever that is.
foreach(target SegmentCompiler MLIRSegmentExecutionShared SegmentRuntime)
  install(FILES $<TARGET_FILE:SegmentMLIR::${target}> DESTINATION segment_mlir/lib)
endforeach()

# The IR bindings, if they were built for this Python.
file(GLOB ir_extension
  "${SEGMENT_BUILD}/python/segment_mlir/_mlir_libs/_mlir.*.so"
  "${SEGMENT_BUILD}/python/segment_mlir/_mlir_libs/_mlir.so")
if(ir_extension MATCHES "${Python_SOABI}|_mlir\\.abi3\\.so")
  install(CODE "execute_process(
    COMMAND \"${CMAKE_COMMAND}\" --install \"${SEGMENT_BUILD}\"
      --component SegmentPythonIR --prefix \"\${CMAKE_INSTALL_PREFIX}\"
    COMMAND_ERROR_IS_FATAL ANY)")
else()
  message(STATUS "Without segment_mlir.ir: ${SEGMENT_BUILD} has no IR bindings for ${Python_SOABI}")
endif()
