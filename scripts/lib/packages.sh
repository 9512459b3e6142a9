# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install_packages: sees to the Debian packages of scripts/packages.txt.

# Prints those of the named packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

# Runs a command as root, directly or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n -- "$@"; fi
}

install_packages() {
  local wanted missing package log
  mapfile -t wanted < <(without_comments "$SEGMENT_ROOT/scripts/packages.txt")
  if ! command -v dpkg-query >/dev/null; then
    say "this is no Debian; assuming the equivalent of: ${wanted[*]}"
    return
  fi
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0

  if [ "$(id -u)" -ne 0 ] && ! { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; then
    die "these Debian packages are missing, and installing them needs root (or sudo without a password): ${missing[*]}
segment: run as root: apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing Debian packages: ${missing[*]}"
  log=$(mktemp)
  if ! as_root apt-get update -qq >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "apt-get update failed (no network?)"
  fi
  for package in "${missing[@]}"; do
    if ! apt-cache show "$package" >/dev/null 2>&1; then
      rm -f "$log"
      die "Debian package $package is in none of this machine's package lists; the LLVM 22 packages are in bookworm-security"
    fi
  done
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    die "apt-get could not install: ${missing[*]}"
  fi
  rm -f "$log"
}
