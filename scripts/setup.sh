#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Usage: scripts/setup.sh [--help]
#
# Brings a Debian 12 to the point where the project is built: installs what is
# missing of scripts/packages.txt (as root or through sudo) and of
# scripts/requirements.txt (into .venv) and of scripts/mlir-python.txt (sources of
# MLIR's Python bindings, into .venv/mlir-python), then configures and builds build/.
# Run again, it does only what is left to do.
#
# Environment: SEGMENT_JOBS        compile jobs (default: number of processors)
#              SEGMENT_BUILD       build folder (default: build)
#              SEGMENT_CI          if set, compiler warnings are errors
#              SEGMENT_FRAMEWORKS  which of jax and torch to install for the tests of
#                                  segment_mlir.jax and segment_mlir.torch (default:
#                                  jax, as torch is 3 GB; empty for none)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
source "$SEGMENT_ROOT/scripts/lib/packages.sh"
source "$SEGMENT_ROOT/scripts/lib/venv.sh"
source "$SEGMENT_ROOT/scripts/lib/mlir-python.sh"
source "$SEGMENT_ROOT/scripts/lib/build.sh"

case ${1:-} in
'') ;;
-h | --help) show_help "$0" && exit ;;
*) die "expected no arguments or --help, got '$*'" ;;
esac

install_packages
make_venv
fetch_mlir_python
build_project
