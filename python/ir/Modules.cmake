# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The part in Python: copied from MLIR's sources and from here, or generated.

# What segment programs consist of, before and after lowering.
set(dialects
  affine arith bufferization builtin cf complex func gpu index linalg llvm math
  memref ml_program nvvm omp quant scf shape tensor tosa ub vector)

set(groups
  MLIRPythonSources.Core.Python
  MLIRPythonSources.Core.Python.Extras
  MLIRPythonExtension.Core.type_stub_gen)
foreach(dialect ${dialects})
  list(APPEND groups MLIRPythonSources.Dialects.${dialect}
    MLIRPythonSources.Dialects.${dialect}.ops_gen)
endforeach()

# segment_python_ir_file(<file> <path in the package>)
function(segment_python_ir_file file path)
  add_custom_command(OUTPUT ${package}/${path}
    COMMAND ${CMAKE_COMMAND} -E copy ${file} ${package}/${path}
    DEPENDS ${file} VERBATIM)
  set_property(GLOBAL APPEND PROPERTY SEGMENT_PYTHON_IR_FILES ${path})
endfunction()

foreach(group ${groups})
  file(GLOB_RECURSE files RELATIVE ${sources}/${group} ${sources}/${group}/*)
  # Extensions for passes that the core has anyway.
  list(FILTER files EXCLUDE REGEX "/passes/")
  foreach(file ${files})
    segment_python_ir_file(${sources}/${group}/${file} ${file})
  endforeach()
endforeach()

foreach(file
    _mlir_libs/_segment.pyi
    _mlir_libs/_segmentRegistration.pyi
    _mlir_libs/_site_initialize_0.py
    dialects/segment.py)
  segment_python_ir_file(${CMAKE_CURRENT_SOURCE_DIR}/${file} ${file})
endforeach()

# The operations and enums of the dialect, and type hints for them.
set(LLVM_TARGET_DEFINITIONS SegmentBindings.td)
mlir_tablegen(_segment_ops_gen.py -gen-python-op-bindings -bind-dialect=segment)
mlir_tablegen(_segment_enum_gen.py -gen-python-enum-bindings -bind-dialect=segment)
foreach(file _segment_ops_gen.py _segment_enum_gen.py)
  segment_python_ir_file(${CMAKE_CURRENT_BINARY_DIR}/${file} dialects/${file})
endforeach()
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/_segment_ops_gen.pyi
  COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/stubs.py
    ${CMAKE_CURRENT_BINARY_DIR}/_segment_ops_gen.py
    ${CMAKE_CURRENT_BINARY_DIR}/_segment_ops_gen.pyi
  DEPENDS stubs.py ${CMAKE_CURRENT_BINARY_DIR}/_segment_ops_gen.py VERBATIM)
segment_python_ir_file(${CMAKE_CURRENT_BINARY_DIR}/_segment_ops_gen.pyi
  dialects/_segment_ops_gen.pyi)

get_property(files GLOBAL PROPERTY SEGMENT_PYTHON_IR_FILES)
list(TRANSFORM files PREPEND ${package}/ OUTPUT_VARIABLE outputs)
get_property(extensions GLOBAL PROPERTY SEGMENT_PYTHON_IR_EXTENSIONS)
add_custom_target(segment-python-ir ALL DEPENDS ${outputs} ${extensions})
set_property(GLOBAL APPEND PROPERTY SEGMENT_TEST_DEPENDS segment-python-ir)

foreach(file ${files})
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${package}/${file} DESTINATION segment_mlir/${folder}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
