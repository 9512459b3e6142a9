# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fetch_ptxas: sees to CUDA's assembler: the one that is installed, or else that of
# scripts/ptxas.txt, in .venv. Without it some tests are left out.

fetch_ptxas() {
  local requirements=$SEGMENT_ROOT/scripts/ptxas.txt
  local stamp=$SEGMENT_VENV/.segment-ptxas
  if command -v ptxas >/dev/null || [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/ptxas" ] ||
    cmp -s "$requirements" "$stamp"; then
    return
  fi
  say "installing CUDA's assembler into .venv"
  if "$SEGMENT_VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-input --no-deps --only-binary :all: --requirement "$requirements"; then
    cp "$requirements" "$stamp"
  else
    say "no ptxas for this machine: tests that assemble PTX are left out"
  fi
}
