#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps docs/Lowering.md true.

    docs/update-lowering.py [--build BUILD]          rewrites what is generated
    docs/update-lowering.py [--build BUILD] --check  says what is out of date,
                                                     exit status 1 if anything is

A comment in the document says what the fenced block behind it holds:

    <!-- file NAME -->    a file that the commands below may read; not generated
    <!-- console -->      commands (lines that start with `$ `) and their output,
                          run in a folder with these files and links to include/
                          and the build folder
    <!-- passes -->       the numbered passes of the pipeline
    <!-- ir [PART ...] --> the module after the passes that the heading above
                          names, or parts of it: /FIRST/../LAST/ are the lines
                          from one that matches FIRST to the next that matches
                          LAST, /FIRST/+N a matching line and N more; what is
                          between the parts shows as `...`
    <!-- same -->         no block: the passes of the heading change nothing

A heading `### 3. `NAME`` or `### 10. `NAME{option=value}`, 11. `NAME`` opens the
section of passes. Names and order have to be those of the pipeline, and options that
are given have to be those it sets; numbers are generated. With --check every pass is also
run alone, on the output of the one before; in the end the output has to be that
of the pipeline.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

PIPELINE = "segment-to-llvm-pipeline"
HEADING = re.compile(r"(\d+)\. `([a-z0-9-]+)(?:\{([^`]*)\})?`")
COMMENT = re.compile(r"^<!-- (file|console|passes|ir|same)\b ?(.*?) ?-->$")
PART = re.compile(r"/((?:[^/\\]|\\.)+)/(?:\.\./((?:[^/\\]|\\.)+)/|\+(\d+))")


class Failure(Exception):
    """What is wrong, for whoever edits the document."""


class Tools:
    """A folder to work in, and the tools of a build."""

    def __init__(self, source, build, folder):
        self.folder = folder
        self.errors = ""
        cache = {}
        with open(os.path.join(build, "CMakeCache.txt")) as file:
            for line in file:
                match = re.match(r"(\w+):\w+=(.*)", line)
                if match:
                    cache[match.group(1)] = match.group(2)
        llvm = os.path.normpath(os.path.join(cache["LLVM_DIR"], "../../../bin"))
        links = os.path.join(folder, "bin")
        os.mkdir(links)
        # The compiler of the build, under the name that the document uses.
        os.symlink(cache["CMAKE_C_COMPILER"], os.path.join(links, "cc"))
        os.symlink(os.path.join(source, "include"), os.path.join(folder, "include"))
        os.symlink(build, os.path.join(folder, "build"))
        path = [links, os.path.join(build, "bin"), llvm, os.environ["PATH"]]
        self.env = dict(os.environ, PATH=os.pathsep.join(path))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def run_in_shell(self, command):
        """What a command prints; its errors are kept for when that is wrong."""
        result = subprocess.run(
            command, shell=True, cwd=self.folder, env=self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self.errors += result.stderr
        return result.stdout

    def run_or_fail(self, command):
        """What a command prints, on either stream."""
        result = subprocess.run(
            command, cwd=self.folder, env=self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        if result.returncode != 0:
            raise Failure(f"{' '.join(command)}:\n{result.stdout}")
        return result.stdout


class Pass:
    def __init__(self, name, options, anchor):
        self.name = name
        self.options = options
        self.anchor = anchor
        self.before = self.after = None

    def alone(self):
        """The textual pipeline that runs nothing else."""
        text = f"{self.name}{{{self.options}}}" if self.options else self.name
        if self.anchor:
            text = f"{self.anchor}({text})"
        return f"builtin.module({text})"


def get_passes(tools, source):
    """The passes of the pipeline, and the modules before and after each."""
    dump = tools.run_or_fail(
        ["segment-opt", source, f"--{PIPELINE}", "--dump-pass-pipeline", "-o", os.devnull]
    )
    passes, anchor = [], None
    for line in dump.splitlines()[1:]:
        line = line.strip().rstrip(",")
        match = re.fullmatch(r"([a-z0-9-]+)(?:\{\s*(.*)\})?", line)
        if match:
            passes.append(Pass(match.group(1), match.group(2), anchor))
        elif line == "func.func(":
            anchor = "func.func"
        elif line == ")":
            anchor = None
        elif line and line != "builtin.module(":
            raise Failure(f"a line of the pipeline that is not understood: {line}")

    printed = tools.run_or_fail(
        ["segment-opt", source, f"--{PIPELINE}", "--mlir-print-ir-after-all",
         "--mlir-print-ir-module-scope", "--mlir-disable-threading", "-o", os.devnull]
    )
    parts = re.split(r"^// -----// IR Dump After \w+ \(([a-z0-9-]+)\).*\n", printed, flags=re.M)
    names, modules = parts[1::2], [text.strip() for text in parts[2::2]]
    if names != [p.name for p in passes]:
        raise Failure(f"the pipeline says {[p.name for p in passes]}, but runs {names}")
    before = tools.run_or_fail(["segment-opt", source]).strip()
    for p, after in zip(passes, modules):
        p.before, p.after = before, after
        before = after
    return passes


def run_each_alone(tools, source, passes):
    """Runs every pass alone, and compares where that ends."""
    module = tools.run_or_fail(["segment-opt", source, "--mlir-print-debuginfo"])
    for p in passes:
        tools.write("alone.mlir", module)
        module = tools.run_or_fail(
            ["segment-opt", "alone.mlir", f"--pass-pipeline={p.alone()}",
             "--mlir-print-debuginfo"]
        )
    tools.write("alone.mlir", module)
    module = tools.run_or_fail(["segment-opt", "alone.mlir"]).strip()
    if module != passes[-1].after:
        raise Failure("passes that are run one by one end elsewhere:\n"
                      + get_diff(passes[-1].after, module, "pipeline", "one by one"))


def get_diff(old, new, old_name, new_name):
    return "\n".join(difflib.unified_diff(
        old.splitlines(), new.splitlines(), old_name, new_name, lineterm="", n=2))


def excerpt(module, parts, where):
    """The parts of a module, or all of it."""
    lines = [line.rstrip() for line in module.splitlines()]
    if not parts:
        return lines
    result, position = [], 0

    def find(pattern, start):
        for i in range(start, len(lines)):
            if re.search(pattern, lines[i]):
                return i
        raise Failure(f"{where}: nothing matches /{pattern}/ from line {start + 1} on; "
                      "--mlir-print-ir-after-all shows the modules")

    for match in PART.finditer(parts):
        first, last, more = match.groups()
        begin = find(first, position)
        end = min(begin + int(more), len(lines) - 1) if more else find(last, begin + 1)
        if begin > position:
            result.append(re.match(r" *", lines[begin]).group() + "...")
        result += lines[begin:end + 1]
        position = end + 1
    if PART.sub("", parts).strip():
        raise Failure(f"{where}: expected /FIRST/../LAST/ or /FIRST/+N, but got {parts}")
    if position < len(lines):
        result.append("...")
    return result


class Document:
    def __init__(self, text, tools):
        self.lines = text.splitlines()
        self.tools = tools
        self.result = []
        self.passes = []
        self.current = []
        self.covered = 0

    def update(self):
        i = 0
        while i < len(self.lines):
            line = self.lines[i]
            if line.startswith("### "):
                line = self.open_section(line)
            self.result.append(line)
            i += 1
            match = COMMENT.match(line)
            if not match:
                continue
            kind, argument = match.groups()
            if kind == "same":
                for p in self.current:
                    if p.before != p.after:
                        raise Failure(f"{p.name} is said to change nothing, but does:\n"
                                      + get_diff(p.before, p.after, "before", "after"))
                self.current = []
                continue
            if i >= len(self.lines) or not self.lines[i].startswith("```"):
                raise Failure(f"expected a fenced block behind {line}")
            end = self.lines.index("```", i + 1)
            content = getattr(self, f"make_{kind}")(argument, self.lines[i + 1:end])
            self.result += [self.lines[i], *content, "```"]
            i = end + 1
        self.close_section()
        if self.covered != len(self.passes):
            raise Failure(f"{len(self.passes)} passes, but only {self.covered} have a section")
        return "\n".join(self.result) + "\n"

    def open_section(self, line):
        """Takes up the passes of a heading, and numbers them."""
        if HEADING.search(line):
            self.close_section()
        return HEADING.sub(self.take_up_pass, line)

    def take_up_pass(self, match):
        _, name, options = match.groups()
        number = self.covered + 1
        got = self.passes[self.covered].name if self.covered < len(self.passes) else "none"
        if name != got:
            raise Failure(f"pass {number} of the pipeline is {got}, but the document has {name}")
        p = self.passes[self.covered]
        for option in (options or "").split():
            if option not in (p.options or "").split():
                raise Failure(f"{name}: the pipeline doesn't set {option}, but has {p.options}")
        self.current.append(p)
        self.covered = number
        return f"{number}. {match.group().split('. ', 1)[1]}"

    def close_section(self):
        if self.current:
            raise Failure(f"the section of {self.current[-1].name} shows no IR")

    def make_file(self, name, content):
        self.tools.write(name, "\n".join(content) + "\n")
        if not self.passes:
            self.source = name
            self.passes = get_passes(self.tools, name)
        return content

    def make_console(self, _, content):
        result = []
        for line in content:
            if line.startswith("$ "):
                result.append(line)
                result += self.tools.run_in_shell(line[2:]).splitlines()
        return result

    def make_passes(self, _, content):
        return [f"{i:2}. {p.name}" for i, p in enumerate(self.passes, 1)]

    def make_ir(self, parts, content):
        if not self.current:
            raise Failure("IR that no heading of passes comes before")
        p = self.current[-1]
        self.current = []
        return excerpt(p.after, parts, p.name)


def main():
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(
        description="Rewrites, or checks, what is generated of docs/Lowering.md.")
    parser.add_argument("--build", default=os.path.join(source, "build"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    path = os.path.join(source, "docs", "Lowering.md")
    with open(path) as file:
        text = file.read()
    try:
        with tempfile.TemporaryDirectory() as folder:
            tools = Tools(source, os.path.abspath(arguments.build), folder)
            document = Document(text, tools)
            updated = document.update()
            if arguments.check:
                run_each_alone(tools, document.source, document.passes)
    except Failure as failure:
        sys.exit(f"docs/Lowering.md: {failure}")
    if updated == text:
        print(f"docs/Lowering.md is up to date: {len(document.passes)} passes")
    elif arguments.check:
        sys.stderr.write(tools.errors)
        sys.exit(get_diff(text, updated, "docs/Lowering.md", "what comes out")
                 + "\ndocs/update-lowering.py brings it up to date")
    else:
        with open(path, "w") as file:
            file.write(updated)
        # Something may have gone wrong that shouldn't go into the document.
        sys.stderr.write(tools.errors)
        print("docs/Lowering.md was rewritten")


if __name__ == "__main__":
    main()
