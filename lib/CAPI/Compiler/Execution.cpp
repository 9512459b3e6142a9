//===- Execution.cpp - Compiling and calling as a shared library ----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Empty on purpose: the library consists of MLIRSegmentExecution and what that
// uses (CMakeLists.txt), and CMake wants a source file.
//
//===----------------------------------------------------------------------===//
