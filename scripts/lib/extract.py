# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: extract.py ARCHIVE.whl FOLDER TARGET

Writes the files below FOLDER of the archive to TARGET. It is an error if there
are none.
"""

import pathlib
import sys
import zipfile


def main(archive, folder, target):
    prefix = folder.rstrip("/") + "/"
    found = 0
    with zipfile.ZipFile(archive) as package:
        for entry in package.infolist():
            if entry.is_dir() or not entry.filename.startswith(prefix):
                continue
            path = pathlib.PurePosixPath(entry.filename[len(prefix) :])
            if ".." in path.parts:
                print(f"{archive}: {entry.filename} leaves {folder}", file=sys.stderr)
                return 1
            destination = pathlib.Path(target, path)
            destination.parent.mkdir(parents=True, exist_ok=True)
            destination.write_bytes(package.read(entry))
            found += 1
    if not found:
        print(f"{archive}: no files below {folder}", file=sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
