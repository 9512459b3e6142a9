# RUN: %python %s %segment_src_root/docs/Python-IR.md | FileCheck %s
"""The sessions of docs/Python-IR.md come out as printed there."""

import doctest
import sys

# The fence that ends a block isn't what Python is expected to print.
with open(sys.argv[1]) as file:
    text = "".join("\n" if line.startswith("```") else line for line in file)
test = doctest.DocTestParser().get_doctest(text, {}, "Python-IR.md", sys.argv[1], 0)
runner = doctest.DocTestRunner(verbose=False)
runner.run(test)
# CHECK: 20 examples, 0 failures
print(f"{runner.tries} examples, {runner.failures} failures")
