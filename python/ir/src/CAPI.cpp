//===- CAPI.cpp - The dialect's C API as a shared library -------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Empty on purpose: the library consists of MLIRSegmentCAPI, and CMake wants a
// source file.
//
//===----------------------------------------------------------------------===//
