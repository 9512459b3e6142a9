# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include(GNUInstallDirs)

# Rebuilding what was built before costs seconds where ccache is installed.
find_program(SEGMENT_CCACHE ccache)
if(SEGMENT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${SEGMENT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SEGMENT_CCACHE})
endif()

# What every target of the project is compiled with.
add_library(segment_compile_options INTERFACE)
target_compile_options(segment_compile_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-comment
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -fvisibility-inlines-hidden>
  $<$<BOOL:${SEGMENT_ENABLE_WERROR}>:-Werror>
  $<$<BOOL:${SEGMENT_ENABLE_ASSERTIONS}>:-UNDEBUG>)
if(SEGMENT_SANITIZERS)
  list(JOIN SEGMENT_SANITIZERS "," segment_sanitizers)
  target_compile_options(segment_compile_options INTERFACE
    -fsanitize=${segment_sanitizers} -fno-omit-frame-pointer)
  target_link_options(segment_compile_options INTERFACE
    -fsanitize=${segment_sanitizers})
endif()
# lld links several times faster than the default linker.
find_program(SEGMENT_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(SEGMENT_LLD)
  target_link_options(segment_compile_options INTERFACE "-fuse-ld=lld")
  get_filename_component(segment_lld_dir ${SEGMENT_LLD} DIRECTORY)
  target_link_options(segment_compile_options INTERFACE "-B${segment_lld_dir}")
endif()
# With g++, a process has one copy of an inline function's static variables, even
# where two libraries with copies of the dialect are otherwise kept apart (the
# Python bindings and SegmentCompiler): one would call into the other.
if(SEGMENT_LLD)
  target_link_options(segment_compile_options INTERFACE LINKER:--no-gnu-unique)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(segment_compile_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
endif()

# segment_add_library(<name> [SHARED] SOURCES ... [LINK ...] [DEPENDS ...])
#
# A library of the project: part of the exported package, with an alias
# SegmentMLIR::<name>. DEPENDS names TableGen targets whose headers it needs.
# The LLVM and MLIR shared libraries are linked unless NO_MLIR is given.
function(segment_add_library name)
  cmake_parse_arguments(ARG "SHARED;NO_MLIR" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  if(ARG_SHARED)
    add_library(${name} SHARED ${ARG_SOURCES})
  else()
    add_library(${name} STATIC ${ARG_SOURCES})
  endif()
  add_library(SegmentMLIR::${name} ALIAS ${name})
  # The options, not the target: it is no part of the exported package.
  target_compile_options(${name} PRIVATE
    $<TARGET_PROPERTY:segment_compile_options,INTERFACE_COMPILE_OPTIONS>)
  target_link_options(${name} PRIVATE
    $<TARGET_PROPERTY:segment_compile_options,INTERFACE_LINK_OPTIONS>)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${SEGMENT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${SEGMENT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_LINK)
    target_link_libraries(${name} PUBLIC ${ARG_LINK})
  endif()
  if(NOT ARG_NO_MLIR)
    target_link_libraries(${name} PUBLIC MLIR LLVM)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY SEGMENT_EXPORTED_TARGETS ${name})
  install(TARGETS ${name} EXPORT SegmentMLIRTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# segment_add_tool(<name> SOURCES ... [LINK ...])
function(segment_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE segment_compile_options ${ARG_LINK} MLIR LLVM)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
