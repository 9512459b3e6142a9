#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Usage: scripts/demo.sh [--help]
#
# Sets up and builds what is missing (see scripts/setup.sh), then runs the
# flights example, examples/flights, on its data and compares every result with
# numpy and pandas. The last line is `demo: R results, 0 differences`; the exit
# status is not 0 if anything differs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"

case ${1:-} in
'') ;;
-h | --help) show_help "$0" && exit ;;
*) die "expected no arguments or --help, got '$*'" ;;
esac

# It needs no framework; what is there stays.
SEGMENT_FRAMEWORKS=${SEGMENT_FRAMEWORKS-} "$SEGMENT_ROOT/scripts/setup.sh"
cd "$SEGMENT_ROOT"
say "running examples/flights"
"$SEGMENT_VENV/bin/python" examples/flights/run.py --build-dir "$SEGMENT_BUILD"
