/*===- OtherLLVMVersion.c - Pretends to be another LLVM release ---*- C -*-===*\
|*                                                                            *|
|* Part of the Segment project, under the Apache License v2.0 with LLVM       *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch);

void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 21;
  *minor = 1;
  *patch = 0;
}
