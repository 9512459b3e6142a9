//===- SegmentCuda.cpp - The library of code compiled for a GPU -----------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is made of SegmentDeviceCalls; CMake wants a source of its own.
//
//===----------------------------------------------------------------------===//
