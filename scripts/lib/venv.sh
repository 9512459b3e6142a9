# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make_venv: sees to .venv with the packages of scripts/requirements.txt.

make_venv() {
  local requirements=$SEGMENT_ROOT/scripts/requirements.txt
  local stamp=$SEGMENT_VENV/.segment-requirements python
  if [ -x "$SEGMENT_VENV/bin/python" ] && cmp -s "$requirements" "$stamp"; then
    return
  fi
  python=$(find_python)
  [ -n "$python" ] || die "python3 not found"
  say "installing Python packages into .venv"
  # A moved tree, or one half made, leaves an environment that can't run.
  if ! "$SEGMENT_VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$SEGMENT_VENV"
    "$python" -m venv "$SEGMENT_VENV" ||
      die "$python can't make a virtual environment (Debian package python3-venv)"
  fi
  "$SEGMENT_VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-input --requirement "$requirements" ||
    die "pip could not install scripts/requirements.txt (no network?)"
  cp "$requirements" "$stamp"
}
