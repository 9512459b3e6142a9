# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fetch_mlir_python: sees to .venv/mlir-python, the sources of MLIR's Python
# bindings, from the package that scripts/mlir-python.txt names.

fetch_mlir_python() {
  local requirement=$SEGMENT_ROOT/scripts/mlir-python.txt
  local target=$SEGMENT_VENV/mlir-python download
  if cmp -s "$requirement" "$target/.segment-requirement"; then
    return
  fi
  say "fetching the sources of MLIR's Python bindings (73 MB)"
  rm -rf "$target"
  download=$(mktemp -d)
  # The wheel of one platform, on every platform: the sources are the same.
  if ! "$SEGMENT_VENV/bin/python" -m pip download --quiet --disable-pip-version-check \
    --no-input --no-deps --no-cache-dir --require-hashes --only-binary=:all: \
    --platform manylinux_2_28_x86_64 --dest "$download" --requirement "$requirement"; then
    rm -rf "$download"
    die "pip could not download what scripts/mlir-python.txt names (no network?)"
  fi
  if ! "$SEGMENT_VENV/bin/python" "$SEGMENT_ROOT/scripts/lib/extract.py" \
    "$download"/*.whl mlir/src/python "$target"; then
    rm -rf "$download" "$target"
    die "the package of scripts/mlir-python.txt has no sources of Python bindings"
  fi
  rm -rf "$download"
  cp "$requirement" "$target/.segment-requirement"
}
