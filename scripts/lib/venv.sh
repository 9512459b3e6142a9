# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make_venv: sees to .venv with the packages of scripts/requirements.txt and of
# scripts/requirements-<framework>.txt for each of SEGMENT_FRAMEWORKS.

make_venv() {
  local names=(requirements) stale=() arguments=() framework name python
  for framework in ${SEGMENT_FRAMEWORKS-jax}; do
    names+=("requirements-$framework")
    [ -f "$SEGMENT_ROOT/scripts/requirements-$framework.txt" ] ||
      die "SEGMENT_FRAMEWORKS: expected some of jax, torch, got '$framework'"
  done
  # A moved tree, or one half made, leaves an environment that can't run.
  if ! "$SEGMENT_VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    [ -n "$python" ] || die "python3 not found"
    rm -rf "$SEGMENT_VENV"
    "$python" -m venv "$SEGMENT_VENV" ||
      die "$python can't make a virtual environment (Debian package python3-venv)"
  fi
  for name in "${names[@]}"; do
    cmp -s "$SEGMENT_ROOT/scripts/$name.txt" "$SEGMENT_VENV/.segment-$name" ||
      stale+=("$name")
  done
  [ ${#stale[@]} -gt 0 ] || return 0
  say "installing Python packages into .venv (${stale[*]})"
  # With all of them, so that none changes what another has pinned.
  for name in "${names[@]}"; do
    arguments+=(--requirement "$SEGMENT_ROOT/scripts/$name.txt")
  done
  "$SEGMENT_VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-input "${arguments[@]}" ||
    die "pip could not install ${stale[*]} (no network?)"
  for name in "${stale[@]}"; do
    cp "$SEGMENT_ROOT/scripts/$name.txt" "$SEGMENT_VENV/.segment-$name"
  done
}
