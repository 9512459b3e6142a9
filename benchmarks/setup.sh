#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Usage: benchmarks/setup.sh [--help]
#
# Makes benchmarks/.venv with the packages of benchmarks/requirements.txt that
# can be installed here; a line says which are skipped. They take 11 GB, most of
# it libraries for GPUs that PyTorch brings along. Run again, it does only what is
# left to do.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../scripts/lib/common.sh"

case ${1:-} in
'') ;;
-h | --help) show_help "$0" && exit ;;
*) die "expected no arguments or --help, got '$*'" ;;
esac

venv=$here/.venv
python=$(find_python)
[ -n "$python" ] || die "python3 not found"
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
  rm -rf "$venv"
  "$python" -m venv "$venv" ||
    die "$python can't make a virtual environment (Debian package python3-venv)"
fi

# The whole file limits the versions that one package makes another take.
constraints=$(mktemp)
trap 'rm -f "$constraints"' EXIT
sed -E 's/\[[a-z]+\]//' "$here/requirements.txt" >"$constraints"
without_comments "$here/requirements.txt" | while read -r package; do
  if "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-input --constraint "$constraints" "$package"; then
    say "installed: $package"
  else
    say "skipped: $package (pip could not install it)"
  fi
done
"$venv/bin/python" -c 'import numpy, ml_dtypes' ||
  die "the benchmark itself needs numpy and ml_dtypes"
