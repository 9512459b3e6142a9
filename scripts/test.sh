#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Usage: scripts/test.sh [--help] [LIT ARGUMENTS]
#
# Sets up and builds what is missing (see scripts/setup.sh), and CUDA's assembler
# (scripts/ptxas.txt) where there is none, then runs every test: lit, unit tests and
# the Python end-to-end tests, all through lit. The last line is
# `N passed, N failed`; the exit status is 0 only if tests ran and none failed. Arguments go to lit, for example --filter=Dialect.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
source "$SEGMENT_ROOT/scripts/lib/ptxas.sh"

case ${1:-} in
-h | --help) show_help "$0" && exit ;;
esac

if ! "$SEGMENT_ROOT/scripts/setup.sh"; then
  echo "0 passed, 1 failed"
  exit 1
fi
fetch_ptxas
fetch_nvdisasm
cd "$SEGMENT_ROOT"
lit=$(sed -n 's/^SEGMENT_LIT:[A-Z]*=//p' "$SEGMENT_BUILD/CMakeCache.txt")
report=$SEGMENT_BUILD/test/report.json
rm -f "$report"
say "running the tests with $SEGMENT_JOBS jobs"
lit_status=0
"$(find_python)" "$lit" -sv -j "$SEGMENT_JOBS" -o "$report" "$@" "$SEGMENT_BUILD/test" ||
  lit_status=$?
exec "$(find_python)" scripts/lib/summary.py "$report" "$lit_status"
