#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For segment-reduce: exits with 1 ("interesting") if the file still is a valid
# module with a segment_min.
segment-opt "$1" | grep -q segment.unsorted_segment_min && exit 1
exit 0
