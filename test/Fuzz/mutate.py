#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for crashes of segment-opt on texts made from our own tests.

Cuts the .mlir files of test/ at `// -----`, and makes `--count` texts from the
pieces by cutting, swapping and splicing tokens, also between pieces of different
files. Each text goes through segment-opt once for each set of flags. A
diagnostic is right, and so is success; a signal, an assertion, an abort or
running for too long is not.

A crash is minimized and printed with its flags and the top of its stack. It
counts as ours, and fails the run, if the minimized text has an operation of ours
or the stack a frame of ours, unless it is listed as a known one of upstream's;
other crashes are upstream's and only told.

  test/Fuzz/mutate.py --opt build-debug/bin/segment-opt --count 1000

The same seed, tests and Python give the same texts.
"""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent

FLAG_SETS = [
    ["--verify-roundtrip"],
    ["--canonicalize", "--cse"],
    ["--segment-to-llvm-pipeline"],
    ["--segment-to-llvm-pipeline=runtime=assert override-bounds=drop"],
    ["--segment-override-bounds=bounds=assume", "--loop-invariant-code-motion"],
    ["--segment-decompose"],
    ["--segment-legalize-types"],
    ["--segment-fuse"],
    ["--segment-decompose", "--cse", "--segment-fuse"],
    ["--segment-protect-arguments"],
    ["--one-shot-bufferize=bufferize-function-boundaries"],
    ["--segment-checks-to-loops"],
    ["--segment-reduce-to-loops"],
    ["--segment-expand-reshapes", "--segment-copies-to-linalg", "--segment-flatten-elementwise"],
    ["--segment-expand-arith"],
    ["--pass-pipeline=builtin.module(func.func(segment-vectorize-rows))"],
    ["--segment-lower-runtime"],
    ["--segment-lower-runtime=runtime=assert"],
    ["--segment-early-exit", "--segment-verify-lowered"],
    ["--segment-early-exit=runtime=assert"],
]

CRASH = re.compile(
    "PLEASE submit a bug report|Assertion|UNREACHABLE|LLVM ERROR|Sanitizer"
    "|runtime error:"
)
# Crashes of MLIR 22 on texts without anything of ours, by a function near the top
# of the stack. They may happen within an operation of ours, too.
UPSTREAM = {
    # `module attributes {a = array<index: 1>} {}`
    "mlir::detail::Parser::parseDenseArrayAttr",
}
SEPARATOR = "\n// -----\n"

# Names with their sigils, strings, numbers, the `4x` and `?x` of shapes, words,
# arrows, and any other character by itself.
TOKEN = re.compile(
    r"""[%@^#!][A-Za-z_$.0-9\-]+(?:\#\d+)? | "(?:[^"\\]|\\.)*"
      | (?:\?|\d+)x(?=[?\da-z!]) | -?\d+\.\d*(?:e[+-]?\d+)? | 0x[0-9A-Fa-f]+ | -?\d+
      | [A-Za-z_][A-Za-z_0-9.$]* | -> | :: | \S""",
    re.VERBOSE,
)


def classify(token):
    """What a token can be exchanged for and still parse, more or less."""
    if token[0] in "%@^#!" and len(token) > 1:
        return token[0]
    if token[0] == '"':
        return "string"
    if re.fullmatch(r"(\?|\d+)x", token):
        return "dim"
    if re.fullmatch(r"(b?f|u?i|si)\d+|index", token):
        return "type"
    if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?|0x\w+", token):
        return "number"
    if "." in token:
        return "operation"
    if token[0].isalpha():
        return "word"
    return token


class Pieces:
    """The tokens of our tests."""

    def __init__(self, folder):
        self.pieces, self.weights = [], []
        for path in sorted(folder.rglob("*.mlir")):
            text = path.read_text(encoding="utf-8")
            for piece in re.split(r"^// -----.*$", text, flags=re.MULTILINE):
                piece = re.sub(r"^\s*//.*$|\s//\s.*$", "", piece, flags=re.MULTILINE)
                tokens = TOKEN.findall(piece)
                # Large constants make slow texts, not interesting ones.
                if 0 < len(tokens) < 4000:
                    self.pieces.append(self.functions(tokens))
                    # Tests of errors are many small pieces that don't verify.
                    rare = "invalid" in path.name or "errors" in path.name
                    self.weights.append(len(self.pieces[-1][1]) * (1 if rare else 5))
        self.by_class = {}
        for aliases, functions in self.pieces:
            for tokens in (aliases, *functions):
                for token in tokens:
                    self.by_class.setdefault(classify(token), {})[token] = None
        self.by_class = {key: list(tokens) for key, tokens in self.by_class.items()}

    @staticmethod
    def functions(tokens):
        """What comes before the first top-level operation (aliases of attributes
        and types), and the tokens from each to the next, roughly."""
        starts = [
            i
            for i, token in enumerate(tokens)
            if token in ("func.func", "module", "llvm.func", "memref.global")
        ]
        starts = starts or [0]
        ends = [*starts[1:], len(tokens)]
        return tokens[: starts[0]], [tokens[a:b] for a, b in zip(starts, ends)]


class Mutator:
    def __init__(self, pieces, seed):
        self.pieces = pieces
        self.random = random.Random(seed)

    def span(self, tokens, most=12):
        size = min(len(tokens), self.random.choice((1, 2, self.random.randint(1, most))))
        start = self.random.randint(0, len(tokens) - size)
        return start, start + size

    def pick(self):
        """A few neighbouring functions of a piece: a text of its own."""
        aliases, functions = self.random.choices(
            self.pieces.pieces, self.pieces.weights
        )[0]
        size = min(len(functions), self.random.choice((1, 1, 2, 3)))
        start = self.random.randint(0, len(functions) - size)
        return [t for f in (aliases, *functions[start : start + size]) for t in f]

    # Each takes the tokens of a text and returns others. What keeps classes of
    # tokens in place often parses; the rest tests the parser.
    def cut(self, tokens):
        a, b = self.span(tokens)
        return tokens[:a] + tokens[b:]

    def swap(self, tokens):
        result = list(tokens)
        i = self.random.randrange(len(tokens))
        j = self.random.randrange(len(tokens))
        result[i], result[j] = result[j], result[i]
        return result

    def swap_alike(self, tokens):
        """Two tokens of a class: often parses."""
        result = list(tokens)
        i = self.random.randrange(len(tokens))
        alike = [
            j for j, t in enumerate(tokens) if classify(t) == classify(tokens[i])
        ]
        j = self.random.choice(alike)
        result[i], result[j] = result[j], result[i]
        return result

    def splice(self, tokens):
        """A span of another text in place of one."""
        other = self.pick()
        a, b = self.span(tokens)
        c, d = self.span(other, most=40)
        return tokens[:a] + other[c:d] + tokens[b:]

    def repeat(self, tokens):
        a, b = self.span(tokens)
        return tokens[:b] + tokens[a:b] + tokens[b:]

    def exchange(self, tokens):
        """A token for another of its class, from any test; names and values for
        others of the text."""
        result = list(tokens)
        i = self.random.randrange(len(tokens))
        kind = classify(tokens[i])
        others = self.pieces.by_class[kind]
        if kind in "%@^#!":
            others = [token for token in tokens if classify(token) == kind]
        result[i] = self.random.choice(others)
        return result

    def rename(self, tokens):
        """The same, throughout the text: keeps uses and definitions together."""
        old = tokens[self.random.randrange(len(tokens))]
        new = self.random.choice(self.pieces.by_class[classify(old)])
        return [new if token == old else token for token in tokens]

    @staticmethod
    def statements(tokens):
        """Where operations with a result start, and the last one's end."""
        starts = [
            i
            for i, token in enumerate(tokens)
            if token[0] == "%" and tokens[i + 1 : i + 2] == ["="]
        ]
        if starts and "return" in tokens[starts[-1] :]:
            starts.append(tokens.index("return", starts[-1]))
        return starts

    def cut_statement(self, tokens):
        starts = self.statements(tokens)
        if len(starts) < 2:
            return self.cut(tokens)
        k = self.random.randrange(len(starts) - 1)
        return tokens[: starts[k]] + tokens[starts[k + 1] :]

    def splice_statement(self, tokens):
        """A statement of another text before one of this one's."""
        other = self.pick()
        starts, here = self.statements(other), self.statements(tokens)
        if len(starts) < 2 or not here:
            return self.splice(tokens)
        k = self.random.randrange(len(starts) - 1)
        at = self.random.choice(here)
        return tokens[:at] + other[starts[k] : starts[k + 1]] + tokens[at:]

    def text(self):
        tokens = self.pick()
        ways = [
            self.cut, self.swap, self.splice,
            self.repeat, self.cut_statement, self.splice_statement,
            self.swap_alike, self.swap_alike, self.exchange, self.exchange,
            self.rename, self.rename, self.rename,
        ]  # fmt: skip
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            tokens = self.random.choice(ways)(tokens) or tokens
        return join(tokens)


def join(tokens):
    """One token after the other, lines broken where statements seem to start."""
    text, previous = "", ""
    for i, token in enumerate(tokens):
        starts = token[0] in "%^" and tokens[i + 1 : i + 2] in (["="], ["("], [":"])
        if starts or token in ("}", "func.func", "module", "return"):
            text += "\n"
        # `4x` and `?x` stick to what follows, `#` and `!` to what they name.
        elif not re.fullmatch(r"(\?|\d+)x|[#!@%^<]", previous):
            text += "" if token in "<>," else " "
        text += token
        previous = token
    return text.strip() + "\n"


class Opt:
    """Runs segment-opt."""

    def __init__(self, path, timeout, gigabytes):
        self.path = path
        self.timeout = timeout
        self.bytes = int(gigabytes * 2**30)

    def limit(self):
        if self.bytes:
            resource.setrlimit(resource.RLIMIT_AS, (self.bytes, self.bytes))

    def run(self, flags, texts, split=True):
        command = [self.path, *flags, "--mlir-disable-threading", "-o", os.devnull]
        if split:
            command.append("--split-input-file")
        try:
            done = subprocess.run(
                command,
                input=SEPARATOR.join(texts).encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=self.timeout,
                preexec_fn=self.limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "timeout", f"no end after {self.timeout} seconds"
        stderr = done.stderr.decode(errors="replace")
        # A crash is looked for where no text is quoted: a test of ours may well
        # contain such words.
        said = "\n".join(
            line for line in stderr.splitlines() if not line.startswith("<stdin>:")
        )
        if done.returncode < 0 or done.returncode >= 128 or CRASH.search(said):
            return "crash", stderr
        return "", stderr

    def crashes(self, flags, texts):
        return self.run(flags, texts)[0] != ""

    def find(self, flags, texts):
        """The texts that crash on their own, by bisection."""
        if not texts or not self.crashes(flags, texts):
            return []
        if len(texts) == 1:
            return list(texts)
        half = len(texts) // 2
        return self.find(flags, texts[:half]) + self.find(flags, texts[half:])

    def minimize(self, flags, text, steps=400):
        """Removes spans of tokens, large ones first, while it still crashes."""
        tokens = TOKEN.findall(text)
        if not self.crashes(flags, [join(tokens)]):
            return text
        size = len(tokens) // 2
        while size > 0 and steps > 0:
            i = 0
            while i < len(tokens) and steps > 0:
                steps -= 1
                rest = tokens[:i] + tokens[i + size :]
                if rest and self.crashes(flags, [join(rest)]):
                    tokens = rest
                else:
                    i += size
            size //= 2
        return join(tokens)


def stack_of(stderr):
    """The frames of a stack dump, without the signal handler's."""
    frames = []
    for line in stderr.splitlines():
        if re.match(r"\s*#\d+ ", line):
            frames.append(re.sub(r"\s+0x[0-9a-f]{6,}", "", line.strip()))
    hidden = re.compile("PrintStackTrace|RunSignalHandlers|SignalHandler|libc.so")
    return [frame for frame in frames if not hidden.search(frame)]


def is_ours(text, stderr):
    """An operation of ours in the text, or a frame that is in no shared library: the
    passes are linked into segment-opt, MLIR is not. The tool's main is in every
    stack."""
    frames = [f for f in stack_of(stderr) if not re.search(r" main\b| _start\b", f)]
    if any(name in frame for name in UPSTREAM for frame in frames[:6]):
        return False
    return "segment." in text or any(not re.search(r"\.so\b", f) for f in frames)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--opt", required=True, help="path of segment-opt")
    parser.add_argument("--count", type=int, default=1000, help="number of texts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tests", type=Path, default=TESTS, help="folder of .mlir files")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--batch", type=int, default=50, help="texts per process")
    parser.add_argument("--timeout", type=float, default=120, help="seconds per process")
    parser.add_argument(
        "--memory", type=float, default=8,
        help="GiB of address space per process; 0 for no limit (sanitizers)",
    )  # fmt: skip
    parser.add_argument(
        "--flags", action="append", type=str.split, metavar="'FLAG ...'",
        help="use this set of flags instead of the usual ones; may be repeated",
    )  # fmt: skip
    parser.add_argument("--dump", type=Path, help="write the texts into this folder")
    return parser.parse_args()


def report(opt, flags, text, seen):
    """Prints a crash, if it is of a new kind; whether it is ours, or None."""
    _, stderr = opt.run(flags, [text], split=False)
    # Kinds are told apart by where they crash.
    top = tuple(re.sub(r"^#\d+ ", "", frame) for frame in stack_of(stderr)[:3])
    if top and top in seen:
        return None
    seen.add(top)
    small = opt.minimize(flags, text)
    kind, stderr = opt.run(flags, [small], split=False)
    ours = kind == "timeout" or is_ours(small, stderr)
    owner = "ours" if ours else "upstream's"
    print(f"--- {kind or 'crash'} ({owner}): segment-opt {' '.join(flags)}")
    print(small)
    shown = stack_of(stderr)[:12] or stderr.splitlines()[-12:]
    print("\n".join(shown), flush=True)
    return ours


def valid_share(opt, texts):
    """Per cent of `texts` that parse and verify: the others test the parser only."""
    valid = sum(
        not status and " error: " not in said
        for status, said in (opt.run([], [text], split=False) for text in texts)
    )
    return 100 * valid // max(1, len(texts))


def main():
    arguments = parse_arguments()
    mutator = Mutator(Pieces(arguments.tests), arguments.seed)
    texts = [mutator.text() for _ in range(arguments.count)]
    if arguments.dump:
        arguments.dump.mkdir(parents=True, exist_ok=True)
        for i, text in enumerate(texts):
            (arguments.dump / f"{i}.mlir").write_text(text, encoding="utf-8")

    opt = Opt(arguments.opt, arguments.timeout, arguments.memory)
    flag_sets = arguments.flags or FLAG_SETS
    jobs = [
        (flags, texts[i : i + arguments.batch])
        for flags in flag_sets
        for i in range(0, len(texts), arguments.batch)
    ]
    seen = set()
    crashes = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = pool.map(lambda job: opt.find(*job), jobs)
        for (flags, _), crashing in zip(jobs, found):
            crashes += [report(opt, flags, text, seen) for text in crashing]
    print(
        f"fuzz: {len(texts)} texts ({valid_share(opt, texts[:200])}% valid), "
        f"{len(flag_sets)} sets of flags, {crashes.count(True)} crashes of ours, "
        f"{crashes.count(False)} of upstream's"
    )
    return 1 if True in crashes else 0


if __name__ == "__main__":
    sys.exit(main())
