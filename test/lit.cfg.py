# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How lit runs the tests of this folder.

To add a test, put a file with RUN lines into the folder that mirrors the tested
part of lib/ or tools/; nothing else has to be told. Suffixes: .mlir .test .txt
.py .c. A folder `Inputs` holds files that tests read, no tests. Unit tests are
gtest programs below unittests/ (see its CMakeLists.txt); test/Unit runs them.

On PATH: build/bin, build/test/bin (programs made by test/*/CMakeLists.txt) and
LLVM's tools (FileCheck, not, count, split-file, mlir-opt, mlir-runner, ...).

Substitutions, besides lit's own (%s, %t, %S, ...):
  %segment_src_root  the source tree       %segment_obj_root  the build tree
  %segment_lib_dir   build/lib             %llvm_lib_dir      LLVM's libraries
  %python            Python with numpy, pandas, ml_dtypes (the .venv)
  %cmake             cmake, with this build's generator, compilers and MLIR_DIR
                     where it configures (%cmake_configure)
  %shlibext          .so
  %cc                the C compiler of the build
  %aarch64_sysroot   the C library for 64-bit ARM, see the feature

  %libiomp5          Intel's OpenMP runtime

Features, for REQUIRES and UNSUPPORTED: asan, tsan, sanitizer, assertions, libiomp5
(there if the Python package intel-openmp is installed in the .venv, or with
`lit --param libiomp5=PATH`), python-ir (the IR bindings are built), python-package
(segment_mlir is), ptxas (there if CUDA 13's assembler is on the PATH, in CUDA_HOME or
in /usr/local/cuda, or in the .venv, where scripts/test.sh puts it: scripts/ptxas.txt),
nvdisasm (the same for its disassembler: scripts/nvdisasm.txt), nvcc (for its compiler,
which scripts/gpu-check.sh --prepare puts there: scripts/nvcc.txt), aarch64-sysroot (there
are LLVM's linker, QEMU for 64-bit ARM programs and their C library, in the folder of
Debian's packages or in `lit --param aarch64_sysroot=PATH`), valgrind.
"""

import glob
import os
import platform
import shutil

import lit.formats

config.name = "Segment"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".txt", ".py", ".c"]
config.excludes = [
    "CMakeLists.txt",
    "Inputs",
    "consumer",
    "lit.cfg.py",
    "lit.site.cfg.py",
    "lit.local.cfg",
    "lib",  # programs and libraries that tests use
    "mutate.py",  # run by hand, see its head
]
config.test_source_root = os.path.dirname(__file__)

# Tools of the build before tools of the same name elsewhere.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.segment_obj_root, "bin"),
        os.path.join(config.segment_obj_root, "test", "bin"),
        config.llvm_tools_dir,
        config.environment["PATH"],
    ]
)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
if "HOME" in os.environ:
    config.environment["HOME"] = os.environ["HOME"]
# numpy's own threads only get in the way of lit's.
config.environment["OPENBLAS_NUM_THREADS"] = "1"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"

if config.sanitizers:
    config.available_features.add("sanitizer")
    if "address" in config.sanitizers:
        config.available_features.add("asan")
    if "thread" in config.sanitizers:
        config.available_features.add("tsan")
    # Debian's libMLIR is not instrumented: it grows containers without telling
    # the sanitizer, and holds on to what it allocates once.
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:detect_leaks=0:detect_odr_violation=0"
    )
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
    config.environment["TSAN_OPTIONS"] = "halt_on_error=1"
if config.assertions == "ON" or config.cmake_build_type == "Debug":
    config.available_features.add("assertions")
config.available_features.add(platform.machine())
if config.python_ir == "ON":
    config.available_features.add("python-ir")
if config.python_package == "ON":
    config.available_features.add("python-package")

libiomp5 = lit_config.params.get(
    "libiomp5",
    os.path.join(os.path.dirname(config.python), "..", "lib", "libiomp5.so"),
)
if os.path.exists(libiomp5):
    config.available_features.add("libiomp5")
    config.substitutions.append(("%libiomp5", libiomp5))

# Programs for 64-bit ARM need no compiler for it, as main is MLIR, too.
aarch64_sysroot = lit_config.params.get("aarch64_sysroot", "/usr/aarch64-linux-gnu")
search_path = config.environment["PATH"]
if (
    os.path.exists(os.path.join(aarch64_sysroot, "lib", "Scrt1.o"))
    and shutil.which("qemu-aarch64", path=search_path)
    and shutil.which("ld.lld", path=search_path)
):
    config.available_features.add("aarch64-sysroot")
    config.substitutions.append(("%aarch64_sysroot", aarch64_sysroot))
if shutil.which("valgrind", path=search_path):
    config.available_features.add("valgrind")


def find_cuda_tool(tool):
    """The folder of one of CUDA's programs, or None."""
    packages = glob.glob(
        os.path.join(os.path.dirname(config.python), "..", "lib", "python*", "site-packages")
    )
    folders = [os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin")]
    for package in packages:
        folders += glob.glob(os.path.join(package, "nvidia", "cu*", "bin"))
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    found = shutil.which(tool, path=path)
    return found and os.path.dirname(found)


for tool in ("ptxas", "nvdisasm", "nvcc"):
    tool_dir = find_cuda_tool(tool)
    if tool_dir:
        config.available_features.add(tool)
        config.environment["PATH"] += os.pathsep + tool_dir

cmake_configure = " ".join(
    [
        f"'{config.cmake}'",
        f"-G '{config.cmake_generator}'",
        f"-DCMAKE_BUILD_TYPE={config.cmake_build_type}",
        f"-DCMAKE_C_COMPILER='{config.c_compiler}'",
        f"-DCMAKE_CXX_COMPILER='{config.cxx_compiler}'",
        f"-DMLIR_DIR='{config.mlir_dir}'",
    ]
)
config.substitutions += [
    ("%segment_src_root", config.segment_src_root),
    ("%segment_obj_root", config.segment_obj_root),
    ("%segment_lib_dir", os.path.join(config.segment_obj_root, "lib")),
    ("%llvm_lib_dir", config.llvm_lib_dir),
    ("%python", f"'{config.python}'"),
    ("%cmake_configure", cmake_configure),
    ("%cmake", f"'{config.cmake}'"),
    ("%shlibext", ".so"),
    ("%cc", f"'{config.c_compiler}'"),
]
