# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks each rule of docs/update-kernels.py once: prints what it says of kernels that
there are none like. The argument is the path of the script."""

import importlib.util
import sys
from collections import Counter

spec = importlib.util.spec_from_file_location("update_kernels", sys.argv[1])
update_kernels = importlib.util.module_from_spec(spec)
spec.loader.exec_module(update_kernels)

ADD = "REDG.E.ADD.F32.FTZ.RN.STRONG.GPU"
ADD_VECTOR = "REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU"
LOAD = "LDG.E.128"


def say(name, accesses, chip="sm_90", options="", stack=0, spilled=0):
    kernel = update_kernels.kernel_resources.Kernel(
        name, stack, spilled, 32, 0, Counter(accesses))
    problems = list(update_kernels.break_rules(kernel, chip, options))
    print(f"{name}: {'; '.join(problems) or 'nothing'}")


say("sum_0_fold", [ADD])
say("sum_0_fold_vector", [LOAD, ADD_VECTOR])
say("sum_0_fold_vector", [LOAD, ADD], chip="sm_80")
say("sum_1_fold", [ADD], spilled=8)
say("sum_2_fold", [ADD, "STL"])
say("sum_3_fold", [ADD, "MEMBAR.SC.GPU"])
say("sum_4_fold", ["REDG.E.ADD.F32.FTZ.RN.STRONG.SYS"])
say("sum_4_fold", [ADD, "LD.E"])
say("sum_5_fold", ["ATOMG.E.CAS.STRONG.GPU"])
say("product_6_fold", ["ATOMG.E.CAS.STRONG.GPU"])
say("sum_7_join", [ADD], options="schedule=csr")
say("sum_8_fold_vector", [LOAD, ADD])
say("sum_9_fold_vector", ["LDG.E", ADD_VECTOR])
