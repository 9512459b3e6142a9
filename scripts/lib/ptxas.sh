# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fetch_ptxas, fetch_nvdisasm, fetch_nvcc: see to CUDA's assembler, disassembler and
# compiler: the one that is installed, or else that of scripts/ptxas.txt, nvdisasm.txt and
# nvcc.txt, in .venv. Without them some tests, or the baselines of gpu-check, are left out.

fetch_cuda_tool() { # tool, what it is, what is left out without it
  local requirements=$SEGMENT_ROOT/scripts/$1.txt
  local stamp=$SEGMENT_VENV/.segment-$1
  if command -v "$1" >/dev/null || [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/$1" ] ||
    cmp -s "$requirements" "$stamp"; then
    return
  fi
  say "installing $2 into .venv"
  if "$SEGMENT_VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-input --no-deps --only-binary :all: --requirement "$requirements"; then
    cp "$requirements" "$stamp"
  else
    say "no $1 for this machine: $3 are left out"
  fi
}

fetch_ptxas() {
  fetch_cuda_tool ptxas "CUDA's assembler" "tests that assemble PTX"
}

fetch_nvdisasm() {
  fetch_cuda_tool nvdisasm "CUDA's disassembler" "tests that read machine code"
}

fetch_nvcc() {
  fetch_cuda_tool nvcc "CUDA's compiler" "baselines of gpu-check"
}
