#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A segment-opt that dies of a signal where its input has a certain operation.
if grep -q 'arith\.addf'; then
  kill -ABRT $$
fi
