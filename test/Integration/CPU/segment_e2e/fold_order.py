# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float sums and products in the order that docs/Semantics.md, section 6, gives them."""

import numpy as np

IDENTITIES = {"sum": -0.0, "prod": 1.0}
COMBINE = {"sum": np.add, "prod": np.multiply}

_RUN_PIECE, _RUN_BLOCK, _RUN_LANES = 1024, 64, 16


def fold_rows(total, keys, rows, combine):
    """Clause 6.2: one row after the other, into the rows of `total`."""
    for key, row in zip(keys, rows):
        total[key] = combine(total[key], row)
    return total


def count_pieces(rows, segments, columns, size):
    """Clause 6.4, with columns; `size` is the bytes of an accumulator."""
    most = min(
        8,
        rows // 8 // max(segments, 1),
        rows * columns // 2**17,
        1 + 5 * 2**19 // size // max(segments * columns, 1),
    )
    return max(most, 1)


def fold_pieces(start, keys, rows, kind):
    """Clause 6.4: keys in any order. Columns are the second dimension, if there is one."""
    combine, identity = COMBINE[kind], IDENTITIES[kind]
    if rows.ndim == 2:
        pieces = count_pieces(len(rows), len(start), rows.shape[1], start.itemsize)
        size = -(-len(rows) // pieces)
        total = start.copy()
        for piece in range(pieces):
            part = slice(piece * size, (piece + 1) * size)
            if piece == 0:
                fold_rows(total, keys[part], rows[part], combine)
            else:
                other = np.full_like(start, identity)
                total = combine(total, fold_rows(other, keys[part], rows[part], combine))
        return total
    segments = len(start)
    bound = 2**22 // (64 * start.itemsize)
    if not (segments < bound and len(rows) >= 4096 and 16 * segments < len(rows)):
        return fold_rows(start.copy(), keys, rows, combine)
    size = max(-(-len(rows) // 16), 4096)
    total = start.copy()
    for begin in range(0, len(rows), size):
        lanes = []
        for lane in range(4):
            part = slice(begin + lane, min(begin + size, len(rows)), 4)
            lanes.append(fold_rows(np.full_like(start, identity), keys[part], rows[part], combine))
        piece = combine(combine(lanes[0], lanes[1]), combine(lanes[2], lanes[3]))
        total = combine(total, piece)
    return total


def _fold_block(rows, combine):
    lanes = rows.reshape(-1, _RUN_LANES)
    total = lanes[0]
    for row in lanes[1:]:
        total = combine(total, row)
    while len(total) > 1:
        half = len(total) // 2
        total = combine(total[:half], total[half:])
    return total[0]


def fold_runs(start, keys, rows, kind):
    """Clause 6.3: sorted keys."""
    combine, identity = COMBINE[kind], IDENTITIES[kind]
    total = start.copy()
    for begin in range(0, len(rows), _RUN_PIECE):
        end = min(begin + _RUN_PIECE, len(rows))
        partial = np.full_like(start, identity)
        for at in range(begin, end, _RUN_BLOCK):
            part = slice(at, min(at + _RUN_BLOCK, end))
            is_run = part.stop - at == _RUN_BLOCK and keys[at] == keys[part.stop - 1]
            if rows.ndim == 1 and is_run:
                value = _fold_block(rows[part], combine)
                partial[keys[at]] = combine(partial[keys[at]], value)
            else:
                fold_rows(partial, keys[part], rows[part], combine)
        named = np.unique(keys[begin:end])
        total[named] = combine(total[named], partial[named])
    return total
