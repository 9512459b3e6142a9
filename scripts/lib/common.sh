# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What every script here uses. Sourced, not run.

SEGMENT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
SEGMENT_BUILD=${SEGMENT_BUILD:-$SEGMENT_ROOT/build}
SEGMENT_VENV=$SEGMENT_ROOT/.venv
SEGMENT_JOBS=${SEGMENT_JOBS:-$(nproc)}

say() { printf 'segment: %s\n' "$*"; }

die() {
  printf 'segment: error: %s\n' "$*" >&2
  exit 1
}

# Prints the comment at the head of a script as its help.
show_help() {
  sed -n '/^#!/d; /^# SPDX/d; /^#/!q; s/^# \{0,1\}//p' "$1"
}

# without_comments FILE: its lines, without comments and empty ones.
without_comments() { sed 's/#.*//; /^[[:space:]]*$/d' "$1"; }

# Debian's own Python, whatever else is first on PATH: the packages are pinned
# for it.
find_python() {
  if [ -x /usr/bin/python3 ]; then
    echo /usr/bin/python3
  else
    command -v python3 || true
  fi
}

if [ -t 1 ]; then SEGMENT_TTY=1; else SEGMENT_TTY=; fi
