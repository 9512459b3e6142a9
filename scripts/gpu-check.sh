#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Usage: scripts/gpu-check.sh [--prepare [ARGUMENTS]] [--folder FOLDER]
#
# Checks every operation and type on the NVIDIA GPU of this machine against what the CPU
# gives, then times sums and minima beside a plain copy and beside baselines: a table, and
# report.json in FOLDER (by default build/gpu-check). Nothing but a driver has to be there;
# without a GPU the last line says so, and the exit status is 0. It ends after 5 minutes
# at the latest.
#
# With --prepare it makes FOLDER instead, from a finished build: below 64 MiB, to be
# copied to a machine with a GPU, together with this script. The baselines, CUB's reductions
# and a plain atomic kernel, are compiled by the nvcc that is installed or else by that of
# scripts/nvcc.txt, which is then put into .venv; without either they are left out.
# ARGUMENTS go to tools/gpu-check/prepare.py, for example --ops scatter_add
# --types f32 i32 --no-times, or --no-baselines.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${SEGMENT_BUILD:-$root/build}
folder=$build/gpu-check
is_preparation=false
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  -h | --help) sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0" && exit ;;
  --prepare) is_preparation=true ;;
  --folder)
    [ $# -gt 1 ] || { echo "gpu-check.sh: --folder: expected a folder" >&2; exit 2; }
    folder=$2
    shift
    ;;
  *) arguments+=("$1") ;;
  esac
  shift
done

if $is_preparation; then
  for file in bin/gpu-check bin/segment-compile lib/libSegmentCuda.so lib/libSegmentRuntime.so; do
    [ -e "$build/$file" ] || { echo "gpu-check.sh: no $build/$file: build first" >&2; exit 2; }
  done
  rm -rf "$folder"
  mkdir -p "$folder"
  python=$root/.venv/bin/python
  [ -x "$python" ] || python=python3
  case " ${arguments[*]} " in
  *" --no-times "* | *" --no-baselines "*) ;;
  *)
    if [ "$python" != python3 ]; then
      source "$root/scripts/lib/common.sh"
      source "$root/scripts/lib/ptxas.sh"
      fetch_nvcc
    fi
    ;;
  esac
  "$python" "$root/tools/gpu-check/prepare.py" "$folder" --build "$build" "${arguments[@]}"
  cp "$build/bin/gpu-check" "$build/lib/libSegmentCuda.so" "$build/lib/libSegmentRuntime.so" "$folder"
  kilobytes=$(du -sk "$folder" | cut -f1)
  if [ "$kilobytes" -ge 65536 ]; then
    echo "gpu-check.sh: $folder has $kilobytes KiB, expected less than 64 MiB" >&2
    exit 1
  fi
  echo "gpu-check.sh: prepared $folder, $kilobytes KiB"
  exit
fi

if [ ${#arguments[@]} -gt 0 ]; then
  echo "gpu-check.sh: unknown argument '${arguments[0]}'" >&2
  exit 2
fi
if [ ! -e "$folder/plan.txt" ]; then
  echo "gpu-check.sh: no $folder/plan.txt: prepare it with --prepare" >&2
  exit 2
fi
# The modules ask for the libraries by name.
export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
exec timeout 300 "$folder/gpu-check" "$folder" "$folder/report.json"
