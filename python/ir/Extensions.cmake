# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The compiled part, in _mlir_libs: nanobind, the classes that all extensions
# share, and the extensions.

# What nanobind and MLIR's classes belong to, apart from those of other packages
# and from nanobind in the package's other extensions.
set(domain segment_mlir_ir)

# segment_python_ir_library(<target> [OURS] [NO_MLIR])
#
# What all of them are built with. A Python extension is loaded with symbols of
# its own, looked for in the order of the libraries that it names: libMLIR.so
# comes first, so that there is one type id of each type (lib/CAPI says more).
function(segment_python_ir_library target)
  cmake_parse_arguments(ARG "OURS;NO_MLIR" "" "" ${ARGN})
  if(ARG_OURS)
    target_compile_options(${target} PRIVATE
      $<TARGET_PROPERTY:segment_compile_options,INTERFACE_COMPILE_OPTIONS>)
  else()
    # Glue, where -O3 only takes longer, and warnings of others.
    target_compile_options(${target} PRIVATE -O1 -w)
  endif()
  target_compile_definitions(${target} PRIVATE
    NB_DOMAIN=${domain}
    MLIR_BINDINGS_PYTHON_DOMAIN=${domain}
    MLIR_PYTHON_PACKAGE_PREFIX=segment_mlir.
    MLIR_CAPI_BUILDING_LIBRARY=1)
  target_link_options(${target} PRIVATE
    $<TARGET_PROPERTY:segment_compile_options,INTERFACE_LINK_OPTIONS>)
  if(NOT ARG_NO_MLIR)
    target_link_options(${target} PRIVATE
      LINKER:--no-as-needed $<TARGET_LINKER_FILE:MLIR>)
  endif()
  set_target_properties(${target} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${package}/_mlir_libs
    INTERPROCEDURAL_OPTIMIZATION OFF
    INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF
    INTERPROCEDURAL_OPTIMIZATION_MINSIZEREL OFF
    INSTALL_RPATH "\$ORIGIN;${LLVM_LIBRARY_DIR}")
  install(TARGETS ${target}
    COMPONENT ${component} EXCLUDE_FROM_ALL
    LIBRARY DESTINATION segment_mlir/_mlir_libs)
endfunction()

set(nanobind_library nanobind-${domain})
nanobind_build_library(${nanobind_library} AS_SYSINCLUDE)
segment_python_ir_library(${nanobind_library} NO_MLIR)

# Upstream's name, with its way to keep the libraries of packages apart.
set(support MLIRPythonSupport-${domain})
file(GLOB support_sources ${sources}/MLIRPythonExtension.MLIRPythonSupport/*.cpp)
add_library(${support} SHARED ${support_sources})
target_link_libraries(${support} PRIVATE
  ${nanobind_library} MLIRSegmentUpstreamCAPI LLVM)
segment_python_ir_library(${support})

# segment_python_ir_extension(<module> [OURS] SOURCES ... [LINK ...])
function(segment_python_ir_extension module)
  cmake_parse_arguments(ARG "OURS" "" "SOURCES;LINK" ${ARGN})
  set(target segment_python_ir${module})
  set_property(GLOBAL APPEND PROPERTY SEGMENT_PYTHON_IR_EXTENSIONS ${target})
  nanobind_add_module(${target} NB_SHARED NB_DOMAIN ${domain} NOMINSIZE
    NB_SUPPRESS_WARNINGS ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE
    ${support} ${ARG_LINK} MLIRSegmentUpstreamCAPI LLVM)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${module})
  if(ARG_OURS)
    segment_python_ir_library(${target} OURS)
  else()
    segment_python_ir_library(${target})
  endif()
endfunction()

file(GLOB core_sources ${sources}/MLIRPythonExtension.Core/*.cpp)
segment_python_ir_extension(_mlir SOURCES ${core_sources})
foreach(dialect GPU Linalg LLVM Quant)
  segment_python_ir_extension(_mlirDialects${dialect} SOURCES
    ${sources}/MLIRPythonExtension.Dialects.${dialect}.Nanobind/Dialect${dialect}.cpp)
endforeach()

# The dialect, in a library of its own that exports all symbols: as part of the
# extension its type ids would come before libMLIR.so's.
add_library(MLIRSegmentCAPIShared SHARED src/CAPI.cpp)
target_link_libraries(MLIRSegmentCAPIShared PRIVATE
  "$<LINK_LIBRARY:WHOLE_ARCHIVE,MLIRSegmentCAPI>")
segment_python_ir_library(MLIRSegmentCAPIShared OURS)
segment_python_ir_extension(_segment OURS
  SOURCES src/SegmentModule.cpp LINK MLIRSegmentCAPIShared)
segment_python_ir_extension(_segmentRegistration OURS
  SOURCES src/RegistrationModule.cpp LINK MLIRSegmentCAPIShared)

# What the extensions need and the build folder has elsewhere.
install(TARGETS MLIRSegmentUpstreamCAPI
  COMPONENT ${component} EXCLUDE_FROM_ALL
  LIBRARY DESTINATION segment_mlir/_mlir_libs)
