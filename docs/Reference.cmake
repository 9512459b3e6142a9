# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Writes a page of reference documentation:
#   cmake -DTBLGEN=<mlir-tblgen> -DINCLUDE=<-I options> -DSECTIONS=<list>
#         -DOUTPUT=<file.md> -P Reference.cmake
# A section is a heading, or options of mlir-tblgen separated by @.
set(text "<!-- Generated from TableGen by the target segment-doc; don't edit. -->\n\n")
foreach(section ${SECTIONS})
  if(section MATCHES "^#")
    string(APPEND text "${section}\n\n")
    continue()
  endif()
  string(REPLACE "@" ";" options ${section})
  execute_process(COMMAND ${TBLGEN} ${INCLUDE} ${options}
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  # The notice above is enough.
  string(REGEX REPLACE "^<!--[^\n]*-->\n+" "" output "${output}")
  string(REGEX REPLACE "\n\n\n+" "\n\n" output "${output}")
  string(REGEX REPLACE "[ \t]+\n" "\n" output "${output}")
  string(REPLACE "[TOC]\n" "" output "${output}")
  string(STRIP "${output}" output)
  string(APPEND text "${output}\n\n")
endforeach()
string(REGEX REPLACE "\n+$" "\n" text "${text}")
file(WRITE ${OUTPUT} "${text}")
