# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a system answered, as a file of recordings/."""

import json

import paths

_FORMAT = 1


def path_of(system):
    return paths.RECORDINGS / f"{system}.json"


def save(system, versions, digests, answers):
    """Writes answers by (situation, op, type); the same answers give the same bytes."""
    tree = {}
    for (situation, op, element), answer in answers.items():
        tree.setdefault(situation, {}).setdefault(op, {})[element] = str(answer)
    data = {
        "format": _FORMAT,
        "system": system,
        "versions": versions,
        "digests": digests,
        "answers": tree,
    }
    with open(path_of(system), "w", encoding="ascii") as file:
        json.dump(data, file, indent=0, sort_keys=True)
        file.write("\n")


class Recording:
    def __init__(self, system):
        with open(path_of(system), encoding="ascii") as file:
            data = json.load(file)
        if data["format"] != _FORMAT or data["system"] != system:
            raise SystemExit(f"{path_of(system)}: not a recording of {system}")
        self.system = system
        self.versions = data["versions"]
        self.digests = data["digests"]
        self._answers = data["answers"]

    def __len__(self):
        return sum(
            len(by_type) for ops in self._answers.values() for by_type in ops.values()
        )

    def merged(self, versions, cases, answers):
        """New answers to some questions, and the old ones to the others of the table."""
        if versions != self.versions:
            raise SystemExit(
                f"{self.system} was recorded with {self.versions}, this is {versions}"
            )
        kept = {case.question: self.find(case.question) for case in cases}
        return {q: a for q, a in kept.items() if a is not None} | answers

    def find(self, question):
        """What was answered, as text, or None."""
        situation, op, element = question
        return self._answers.get(situation, {}).get(op, {}).get(element)
