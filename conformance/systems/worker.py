# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The process in which a system is asked.

    worker.py SYSTEM REPLY_FD FIRST PATTERN

Asks the questions of situations whose names fit, from number FIRST on. It replies with a line when it has
started and one for each question, so that whoever reads knows which one killed it.
"""

import json
import os
import resource
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import answer  # noqa: E402
import situations  # noqa: E402
import systems  # noqa: E402

# More than any answer needs; what asks for more is an error, not a full machine.
_ADDRESS_SPACE = 64 << 30


def ask(system, case):
    try:
        return answer.value(system.ask(case.op, *case.operands))
    except systems.NotOffered as missing:
        return answer.Answer("none", str(missing).split(":")[0])
    except Exception as error:  # noqa: BLE001: it is what we are here for
        # What isn't recorded of it is in the log.
        print(case.name, type(error).__name__, error, file=sys.stderr, flush=True)
        if systems.is_lacking(system, error):
            return answer.Answer("none", "dtype")
        subject = systems.subject(str(error))
        return answer.Answer("error", f"{type(error).__name__} {subject}")


def main():
    name, reply_fd, first, pattern = sys.argv[1:]
    replies = os.fdopen(int(reply_fd), "w")
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    system = systems.load(name)
    versions = {"python": ".".join(map(str, sys.version_info[:3]))} | system.start()
    print(json.dumps(versions), file=replies, flush=True)
    for case in situations.questions(situations.all_cases(), pattern)[int(first) :]:
        print(ask(system, case), file=replies, flush=True)


if __name__ == "__main__":
    main()
