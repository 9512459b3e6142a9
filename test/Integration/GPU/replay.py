# Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums, products and means in the order of the schedule csr, as docs/GPU.md has it: what
the kernels must give to the bit."""

import numpy as np

THREAD_PIECE, WARP_PIECE, ENTRIES = 64, 256, 64
LANES, BATCH = 32, 128


class _Walk:
    """Folds pieces; a run ends in the results or in an entry of its piece."""

    def __init__(self, combine, identity, segments, finish):
        self.combine, self.identity = combine, identity
        self.segments, self.finish = segments, finish

    def in_range(self, key):
        return 0 <= key < self.segments

    def pieces(self, keys, values, size, across, walk):
        """Keys and values of the entries that the pieces of `size` items leave."""
        count = -(-len(keys) // size)
        entry_keys = np.full(2 * count, -1)
        entry_values = np.zeros((2 * count, *values.shape[1:]), values.dtype)
        for piece in range(count):
            begin, end = piece * size, min((piece + 1) * size, len(keys))
            before, behind = across(begin), across(end)
            entry_keys[2 * piece] = before
            entry_keys[2 * piece + 1] = -1 if behind == before else behind

            def ended(key, value, is_last=False):
                if key < 0:
                    return
                if key == before:
                    entry_values[2 * piece] = value
                elif is_last and key == behind:
                    entry_values[2 * piece + 1] = value
                else:
                    self.finish(key, value)

            walk(keys[begin:end], values[begin:end], ended)
        return entry_keys, entry_values

    def start(self, keys, values):
        key = keys[0] if self.in_range(keys[0]) else -1
        return key, np.full(values.shape[1:], self.identity, values.dtype)

    def by_thread(self, keys, values, ended):
        """One item after the other."""
        key, total = self.start(keys, values)
        for k, value in zip(keys, values):
            if not self.in_range(k):
                continue
            if k == key:
                total = self.combine(total, value)
            else:
                ended(key, total)
                key, total = k, value
        ended(key, total, is_last=True)

    def by_warp(self, keys, values, ended):
        """128 rows of one run by halves, others by scans of 32."""
        key, total = self.start(keys, values)
        for at in range(0, len(keys), BATCH):
            batch, rows = keys[at : at + BATCH], values[at : at + BATCH]
            if len(batch) == BATCH and key >= 0 and (batch == key).all():
                lanes = rows.reshape(BATCH // LANES, LANES)
                folded = lanes[0]
                for row in lanes[1:]:
                    folded = self.combine(folded, row)
                half = LANES // 2
                while half:
                    folded = self.combine(folded, folded[np.arange(LANES) ^ half])
                    half //= 2
                total = self.combine(total, folded[0])
                continue
            for step in range(0, len(batch), LANES):
                key, total = self.scan(
                    batch[step : step + LANES], rows[step : step + LANES], key, total, ended)
        ended(key, total, is_last=True)

    def scan(self, keys, values, key, total, ended):
        lanes = np.full(LANES, keys[-1])
        lanes[: len(keys)] = keys
        lanes[(lanes < 0) | (lanes >= self.segments)] = -1
        folded = np.full(LANES, self.identity, values.dtype)
        folded[: len(keys)] = values
        folded[lanes < 0] = self.identity
        before = np.concatenate([[key], lanes[:-1]])
        is_head = lanes != before
        if not is_head[0]:
            folded[0] = self.combine(total, folded[0])
        numbers = np.arange(LANES)
        first = np.maximum.accumulate(np.where(is_head, numbers, 0))
        reach = 1
        while reach < LANES:
            others = np.concatenate([folded[:reach], folded[:-reach]])
            folded = np.where(numbers - reach >= first, self.combine(others, folded), folded)
            reach *= 2
        for lane in np.flatnonzero(is_head):
            ended(before[lane], folded[lane - 1] if lane else total)
        return lanes[-1], folded[-1]


def replay(op, data, ids, segments, accumulator, is_sorted):
    """`op` is sum, prod or mean; `data` has one or two dimensions."""
    combine = np.multiply if op == "prod" else np.add
    start = accumulator(op == "prod")
    # What changes nothing: 1 or -0.
    identity = accumulator(1) if op == "prod" else -accumulator(0)
    results = np.full((segments, *data.shape[1:]), start, accumulator)
    keys = ids.astype(np.int64)
    if not is_sorted:
        keys = np.where((keys < 0) | (keys >= segments), segments, keys)
        positions = np.argsort(keys, kind="stable")
        keys, data = keys[positions], data[positions]
    values = data.astype(accumulator)

    def finish(key, value):
        results[key] = combine(start, value)

    def across_rows(n):
        return keys[n] if 0 < n < len(keys) and keys[n - 1] == keys[n] and (
            0 <= keys[n] < segments) else -1

    walk = _Walk(combine, identity, segments, finish)
    with np.errstate(all="ignore"):
        is_row = data.ndim == 1
        entries = walk.pieces(
            keys, values, WARP_PIECE if is_row else THREAD_PIECE, across_rows,
            walk.by_warp if is_row else walk.by_thread)
        while len(entries[0]) > 2:
            entry_keys = entries[0]
            entries = walk.pieces(
                *entries, ENTRIES,
                lambda n, keys=entry_keys: keys[n] if n < len(keys) else -1, walk.by_thread)
        if op == "mean":
            counts = np.bincount(keys[(keys >= 0) & (keys < segments)], minlength=segments)
            counts = counts.astype(results.real.dtype).reshape(-1, *[1] * (data.ndim - 1))
            means = np.empty_like(results)
            means.real = results.real / counts
            if np.iscomplexobj(means):
                means.imag = results.imag / counts
            results = np.where(counts == 0, accumulator(0), means)
        return results.astype(data.dtype)
