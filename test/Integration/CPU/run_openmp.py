#!/usr/bin/env python3
# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs parallel loops in a process that has an OpenMP runtime, or gets one.

    run_openmp.py none              nobody has loaded one: LLVM's is
    run_openmp.py with LIBRARY      that library is loaded before, for whoever
                                    loads it alone (RTLD_LOCAL), and is used
    run_openmp.py beside LIBRARY    it is loaded and at work before, but is
                                    another runtime: LLVM's is loaded next to it
    run_openmp.py fork              calls in children of the process
    run_openmp.py callers           calls from several threads at once

Prints what was tested. Two of LLVM's runtimes in one process would end it.
"""

import ctypes
import os
import sys
import threading

import numpy as np

from segment_e2e.harness import Module

# Doubles each element; the number of threads that took part.
TEXT = """
func.func @double(%x: tensor<?xi64>) -> (tensor<?xi64>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %threads = segment.num_threads
  %used = memref.alloc(%threads) : memref<?xi32>
  %in = bufferization.to_buffer %x read_only : tensor<?xi64> to memref<?xi64>
  %out = memref.alloc(%n) : memref<?xi64>
  scf.parallel (%w) = (%c0) to (%threads) step (%c1) {
    scf.for %i = %w to %n step %threads {
      %v = memref.load %in[%i] : memref<?xi64>
      %d = arith.addi %v, %v : i64
      memref.store %d, %out[%i] : memref<?xi64>
    }
    %thread = func.call @omp_get_num_threads() : () -> i32
    memref.store %thread, %used[%w] : memref<?xi32>
    scf.reduce
  }
  %0 = bufferization.to_tensor %out restrict : memref<?xi64> to tensor<?xi64>
  %1 = memref.load %used[%c0] : memref<?xi32>
  return %0, %1 : tensor<?xi64>, i32
}
func.func private @omp_get_num_threads() -> i32
"""


def check(module, threads):
    """One call, which has to use all of its threads."""
    values = np.arange(1000)
    finished = module.call(
        "double", [values], [(np.dtype(np.int64), 1), (np.dtype(np.int32), None)], threads
    )
    assert finished.misbehaviour() is None, finished.misbehaviour()
    assert finished.status == 0, finished.message
    assert (finished.results[0] == 2 * values).all()
    assert finished.results[1] == threads, f"{finished.results[1]} threads, not {threads}"


def check_all(module):
    for threads in (1, 2, 7, 16, 3, 1):
        check(module, threads)


def loaded_libraries():
    with open("/proc/self/maps") as file:
        return sorted({line.split()[5] for line in file if ".so" in line.split()[-1]})


def llvm_runtimes():
    """The files of LLVM's runtimes in this process, whatever their names."""
    found = []
    for path in loaded_libraries():
        with open(path, "rb") as file:
            data = file.read()
        if b"__kmpc_fork_call" in data and b"__kmp_" in data and b"KMP_AFFINITY" in data:
            found.append(path)
    return found


def run_alone():
    assert not llvm_runtimes(), llvm_runtimes()
    with Module(TEXT) as module:
        check_all(module)
    runtimes = llvm_runtimes()
    assert len(runtimes) == 1, runtimes
    print("LLVM's runtime was loaded")


def run_with(library):
    ctypes.CDLL(library, ctypes.RTLD_LOCAL).omp_get_max_threads()
    with Module(TEXT) as module:
        check_all(module)
    runtimes = llvm_runtimes()
    assert runtimes == [os.path.realpath(library)], runtimes
    print("used the runtime that was there")


def run_beside(library):
    other = ctypes.CDLL(library, ctypes.RTLD_LOCAL)
    # free(NULL) on three threads.
    task = ctypes.cast(ctypes.CDLL(None).free, ctypes.c_void_p)
    for _ in range(3):
        other.GOMP_parallel(task, None, 3, 0)
        with Module(TEXT) as module:
            check_all(module)
    assert len(llvm_runtimes()) == 1, llvm_runtimes()
    print("two runtimes got along")


def run_in_child(work):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0, "the child failed"


def run_fork():
    def compile_and_check():
        with Module(TEXT) as module:
            check_all(module)

    run_in_child(compile_and_check)
    with Module(TEXT) as module:
        run_in_child(lambda: check_all(module))
        check_all(module)
        run_in_child(lambda: check_all(module))
        run_in_child(compile_and_check)
        check_all(module)
    print("4 children and their parent ran")


def run_callers():
    problems = []
    with Module(TEXT) as module:

        def work(threads):
            try:
                for _ in range(200):
                    check(module, threads)
            except BaseException as problem:  # pylint: disable=broad-except
                problems.append(problem)

        callers = [threading.Thread(target=work, args=(n,)) for n in (1, 2, 3, 4)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    if problems:
        raise problems[0]
    print("4 callers made 800 calls")


def main():
    scenario, *arguments = sys.argv[1:]
    {
        "none": run_alone,
        "with": run_with,
        "beside": run_beside,
        "fork": run_fork,
        "callers": run_callers,
    }[scenario](*arguments)


main()
