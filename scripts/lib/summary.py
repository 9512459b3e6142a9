# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: summary.py REPORT.json LIT_STATUS

Counts the results in lit's JSON report. The last line printed is
`N passed, N failed`; exits 0 only if none failed. That no test ran, or that lit
itself failed, counts as one failure.
"""

import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
FAILED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}


def main(report, lit_status):
    try:
        with open(report) as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"lit left no readable report: {error}", file=sys.stderr)
        tests = []
    codes = collections.Counter(test["code"] for test in tests)
    passed = sum(codes[code] for code in PASSED)
    failed = sum(codes[code] for code in FAILED)
    for test in tests:
        if test["code"] in FAILED:
            print(f"{test['code']}: {test['name']}")
    for code, count in sorted(codes.items()):
        if code not in PASSED | FAILED:
            print(f"{count} {code.lower()}")
    if not passed and not failed:
        print("FAIL: no test ran")
        failed = 1
    elif lit_status and not failed:
        print(f"FAIL: lit exited with {lit_status} although no test failed")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
