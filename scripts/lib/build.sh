# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# build_project: configures, where options changed, and builds.

build_project() {
  local stamp=$SEGMENT_BUILD/.segment-configured options installed todo
  # The preset of the build type, in the folder asked for.
  options=(--preset "$([ -n "${SEGMENT_CI:-}" ] && echo ci || echo release)")
  # What has been installed since decides what can be built.
  installed=$(cat "$SEGMENT_ROOT"/scripts/{packages,mlir-python}.txt \
    "$SEGMENT_VENV"/.segment-requirements* | cksum)
  cd "$SEGMENT_ROOT"
  if [ ! -f "$SEGMENT_BUILD/build.ninja" ] ||
    [ "$(cat "$stamp" 2>/dev/null)" != "$SEGMENT_ROOT ${options[*]} $installed" ]; then
    say "configuring ${SEGMENT_BUILD#"$SEGMENT_ROOT"/}"
    mkdir -p "$SEGMENT_BUILD"
    # A cache made elsewhere (a copied tree) can't be used.
    if [ -f "$SEGMENT_BUILD/CMakeCache.txt" ] &&
      ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$SEGMENT_ROOT" "$SEGMENT_BUILD/CMakeCache.txt"; then
      rm -rf "$SEGMENT_BUILD/CMakeCache.txt" "$SEGMENT_BUILD/CMakeFiles"
    fi
    if ! cmake "${options[@]}" -B "$SEGMENT_BUILD" \
      -DSEGMENT_ENABLE_WERROR="$([ -n "${SEGMENT_CI:-}" ] && echo ON || echo OFF)" \
      >"$SEGMENT_BUILD/configure.log" 2>&1; then
      cat "$SEGMENT_BUILD/configure.log" >&2
      die "cmake failed"
    fi
    grep -A3 'CMake Warning' "$SEGMENT_BUILD/configure.log" || true
    echo "$SEGMENT_ROOT ${options[*]} $installed" >"$stamp"
  fi
  todo=$(ninja -C "$SEGMENT_BUILD" -n 2>/dev/null | tail -n 1)
  case $todo in
  *'no work to do'*) return ;;
  esac
  say "building with $SEGMENT_JOBS jobs"
  if [ -n "$SEGMENT_TTY" ]; then
    ninja -C "$SEGMENT_BUILD" -j "$SEGMENT_JOBS" || die "the build failed"
  else
    # Only warnings and errors, no progress.
    ninja -C "$SEGMENT_BUILD" -j "$SEGMENT_JOBS" --quiet || die "the build failed"
  fi
}
