# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: run_doc.py PAGE TEXT

Runs the session (a pycon block) that contains TEXT on a page, and compares what it
prints."""

import doctest
import pathlib
import re
import sys

page, text = sys.argv[1:]
blocks = re.findall(r"```pycon\n(.*?)```", pathlib.Path(page).read_text(), re.S)
(session,) = [block for block in blocks if text in block]
test = doctest.DocTestParser().get_doctest(session, {}, text, page, 0)
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
runner.run(test)
print(f"{runner.tries} examples, {runner.failures} failures")
