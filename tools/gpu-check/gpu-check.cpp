//===- gpu-check.cpp - Checks and times kernels on a GPU ------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what scripts/gpu-check.sh has prepared: libraries that segment-compile
// made, arrays, what they have to give, and functions to time. It needs the
// run-time libraries beside it and a driver, and nothing else.
//
// The plan is a text, in words:
//
//   module FILE                  the library that the calls below are in
//   call FUNCTION NAME           begins a call; NAME is what reports call it
//   in BYTES RANK EXTENT... FILE an array, with elements of BYTES bytes
//   scalar VALUE BYTES           an integer
//   out BYTES RANK EXTENT... FILE  what the next result has to be, to the bit
//   end                          ends a call
//   time FUNCTION NAME KIND TYPE COLUMNS BYTES SORTED TOTAL
//                                the sum or minimum ("min") of rows of COLUMNS
//                                elements of BYTES bytes, of TOTAL bytes at
//                                most, with ids of several patterns
//
// With baselines.so in the folder what that computes is compared with ours and
// timed as well.
//
// The last line is "gpu-check: N calls, M failures"; without a GPU it is the
// reason, and the exit status 0.
//
//===----------------------------------------------------------------------===//

#include "BaselineLibrary.h"
#include "DeviceRuntime/CudaEntryPoints.h"
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using Entry = int32_t (*)(SegmentContext *, void *const *, void *const *);

/// A descriptor of an array, and its bytes.
struct Argument {
  std::vector<char> bytes;
  /// Two pointers, the offset, sizes, strides; or the scalar.
  std::vector<int64_t> words;
  int64_t numElements = 1;

  void describe(int64_t elementBytes, const std::vector<int64_t> &extents,
                void *data) {
    auto rank = static_cast<int64_t>(extents.size());
    words.assign(static_cast<size_t>(3 + 2 * rank), 0);
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
    numElements = 1;
    for (int64_t i = rank; i-- > 0;) {
      words[static_cast<size_t>(3 + i)] = extents[static_cast<size_t>(i)];
      words[static_cast<size_t>(3 + rank + i)] = numElements;
      numElements *= extents[static_cast<size_t>(i)];
    }
    (void)elementBytes;
  }
};

struct Timing {
  std::string name, ids;
  double seconds, share;
  /// Those of the baselines; negative where there is none.
  std::vector<double> baselines;

  /// The fastest baseline's time by ours; 0 without one.
  double getRatio() const {
    double best = 0;
    for (double other : baselines)
      if (other > 0 && (best == 0 || other < best))
        best = other;
    return best / seconds;
  }
};

/// What is timed: the words of the plan.
struct Timed {
  std::string name, kind, type;
  int64_t columns = 0, elementBytes = 0, isSorted = 0, totalBytes = 0;
};

class Checker {
public:
  Checker(std::string folder) : folder(std::move(folder)) {}

  /// Whether the plan could be read.
  bool run();
  bool writeJson(const std::string &path, const std::string &device) const;
  void printTable() const;
  size_t getNumFailures() const { return numFailures; }
  size_t getNumCalls() const { return numCalls; }

private:
  bool fail(const std::string &what) {
    std::printf("FAILED: %s\n", what.c_str());
    ++numFailures;
    return false;
  }
  bool readFile(const std::string &name, std::vector<char> &bytes) {
    std::ifstream file(folder + "/" + name, std::ios::binary);
    if (!file)
      return fail("cannot read " + name);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
    return true;
  }
  Entry lookUp(const std::string &function) {
    void *entry =
        module ? dlsym(module, ("segment_entry_" + function).c_str()) : nullptr;
    if (!entry)
      fail("no function " + function);
    return reinterpret_cast<Entry>(entry);
  }
  void openBaselines();
  bool readArray(std::istream &line, Argument &argument, int64_t &bytes);
  void check(const std::string &name, Entry entry,
             std::vector<Argument> &inputs, std::vector<Argument> &expected);
  void time(const Timed &timed, Entry entry);
  /// Times a baseline, and compares what it gives with ours; negative if there
  /// is no time.
  double timeBaseline(size_t baseline, const SegmentBaselineCall &call,
                      const std::string &name, const std::vector<char> &ours);
  double timeCopy(int64_t bytes);

  std::string folder;
  void *module = nullptr;
  BaselineLibrary baselines;
  /// All that there were, whatever became of them.
  std::vector<std::string> baselineNames;
  std::vector<Timing> timings;
  size_t numCalls = 0, numFailures = 0;
};

} // namespace

bool Checker::readArray(std::istream &plan, Argument &argument,
                        int64_t &bytes) {
  size_t rank = 0;
  std::string file;
  plan >> bytes >> rank;
  std::vector<int64_t> extents(rank);
  for (int64_t &extent : extents)
    plan >> extent;
  plan >> file;
  if (!readFile(file, argument.bytes))
    return false;
  argument.describe(bytes, extents, argument.bytes.data());
  if (static_cast<int64_t>(argument.bytes.size()) !=
      argument.numElements * bytes)
    return fail(file + " has another size");
  return true;
}

void Checker::check(const std::string &name, Entry entry,
                    std::vector<Argument> &inputs,
                    std::vector<Argument> &expected) {
  ++numCalls;
  if (!entry)
    return;
  std::vector<void *> arguments, results;
  std::vector<std::vector<int64_t>> got;
  for (Argument &input : inputs)
    arguments.push_back(input.words.data());
  for (Argument &want : expected)
    got.emplace_back(want.words.size());
  for (auto &words : got)
    results.push_back(words.data());
  SegmentContext *context = segmentContextCreate();
  if (entry(context, arguments.data(), results.data()) != SEGMENT_OK) {
    fail(name + ": " + segmentContextGetMessage(context));
  } else {
    for (size_t i = 0; i < expected.size(); ++i) {
      const Argument &want = expected[i];
      size_t rank = (want.words.size() - 3) / 2;
      if (!std::equal(want.words.begin() + 3,
                      want.words.begin() + 3 + static_cast<long>(rank),
                      got[i].begin() + 3)) {
        fail(name + ": the result has another shape");
        break;
      }
      auto *data = reinterpret_cast<const char *>(got[i][1]);
      auto differs = std::mismatch(want.bytes.begin(), want.bytes.end(), data);
      if (differs.first != want.bytes.end()) {
        fail(name + ": another value at byte " +
             std::to_string(differs.first - want.bytes.begin()));
        break;
      }
    }
  }
  segmentContextDestroy(context);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// The first problem of the calls without a context, if there is one.
static std::string takeProblem() {
  SegmentContext *context = segmentContextCreate();
  segment_rt_check_launches(context);
  std::string problem = segmentContextGetMessage(context);
  segmentContextDestroy(context);
  return problem;
}

static constexpr int64_t maxRows = int64_t{1} << 26;
static constexpr int numRuns = 5;
/// A way that takes longer than this is not run again.
static constexpr double slowSeconds = 0.5;

/// Bytes a second of a plain copy, counted twice.
double Checker::timeCopy(int64_t bytes) {
  auto size = static_cast<size_t>(bytes);
  void *stream = mgpuStreamCreate();
  void *from = mgpuMemAlloc(size, stream, false);
  void *to = mgpuMemAlloc(size, stream, false);
  double best = 1e9;
  for (int run = 0; run < numRuns; ++run) {
    double start = now();
    mgpuMemcpy(to, from, size, stream);
    if (!takeProblem().empty())
      break;
    best = std::min(best, now() - start);
  }
  mgpuMemFree(from, stream);
  mgpuMemFree(to, stream);
  return 2.0 * static_cast<double>(bytes) / best;
}

static std::vector<int32_t> makeIds(const std::string &pattern, int64_t rows,
                                    int32_t segments, bool isSorted) {
  std::vector<int32_t> ids(static_cast<size_t>(rows));
  uint64_t state = 88172645463325252u;
  for (int32_t &id : ids) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    double u = static_cast<double>(state >> 11) / 9007199254740992.0;
    if (pattern == "equal")
      id = segments / 2;
    else
      id = static_cast<int32_t>((pattern == "skewed" ? u * u * u * u : u) *
                                segments);
  }
  if (!isSorted)
    return ids;
  std::vector<int64_t> counts(static_cast<size_t>(segments));
  for (int32_t id : ids)
    ++counts[static_cast<size_t>(id)];
  auto at = ids.begin();
  for (int32_t id = 0; id < segments; ++id)
    at = std::fill_n(at, counts[static_cast<size_t>(id)], id);
  return ids;
}

/// Elements -1, 0 and 1 in no order, whose sums any order makes exact.
static std::vector<char> makeData(const std::string &type, size_t count) {
  static const std::map<std::string, std::array<uint32_t, 3>> bits = {
      {"f32", {0xbf800000, 0, 0x3f800000}},
      {"f16", {0xbc00, 0, 0x3c00}},
      {"bf16", {0xbf80, 0, 0x3f80}},
      {"i32", {0xffffffff, 0, 1}}};
  const std::array<uint32_t, 3> &values = bits.at(type);
  size_t bytes = type == "f16" || type == "bf16" ? 2 : 4;
  std::vector<char> data(count * bytes);
  uint64_t state = 88172645463325252u;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Little-endian: the lower bytes come first.
    std::memcpy(data.data() + i * bytes, &values[(state >> 33) % 3], bytes);
  }
  return data;
}

/// Fills memory of the device with such elements, which repeat.
static void fillWithData(char *data, size_t bytes, const std::string &type,
                         void *stream) {
  std::vector<char> part = makeData(type, size_t{1} << 20);
  size_t filled = std::min(part.size(), bytes);
  mgpuMemcpy(data, part.data(), filled, stream);
  while (filled < bytes) {
    size_t more = std::min(filled, bytes - filled);
    mgpuMemcpy(data + filled, data, more, stream);
    filled += more;
  }
}

static std::vector<char> fetch(void *from, int64_t bytes, void *stream) {
  std::vector<char> data(static_cast<size_t>(bytes));
  mgpuMemcpy(data.data(), from, data.size(), stream);
  return data;
}

double Checker::timeBaseline(size_t baseline, const SegmentBaselineCall &call,
                             const std::string &name,
                             const std::vector<char> &ours) {
  double best = -1;
  for (int run = 0; run <= numRuns; ++run) {
    void *result = nullptr;
    std::string problem;
    double start = now();
    SegmentBaselineStatus status =
        baselines.run(baseline, call, &result, problem);
    double seconds = now() - start;
    if (status == segmentBaselineUnsupported)
      return -1;
    if (status == segmentBaselineFailed) {
      // It is no fault of ours, and a GPU that fails once may do so again.
      std::printf("baselines are left out: %s: %s\n", name.c_str(),
                  problem.c_str());
      baselines.clear();
      return -1;
    }
    bool isSame = run > 0 || fetch(result, static_cast<int64_t>(ours.size()),
                                   nullptr) == ours;
    baselines.release(result);
    if (!isSame) {
      fail(name + ": another result than ours");
      return -1;
    }
    if (run > 0 && (best < 0 || seconds < best))
      best = seconds;
    if (run > 0 && seconds > slowSeconds)
      break;
  }
  return best;
}

void Checker::time(const Timed &timed, Entry entry) {
  if (!entry)
    return;
  int64_t rowBytes = timed.columns * timed.elementBytes;
  int64_t rows = std::min(timed.totalBytes / rowBytes, maxRows);
  auto segments = static_cast<int32_t>(std::max<int64_t>(rows / 16, 1));
  int64_t dataBytes = rows * rowBytes;
  double copied = timeCopy(dataBytes);
  void *stream = mgpuStreamCreate();
  void *data = mgpuMemAlloc(static_cast<size_t>(dataBytes), stream, false);
  void *keys = mgpuMemAlloc(static_cast<size_t>(rows) * 4, stream, false);
  fillWithData(static_cast<char *>(data), static_cast<size_t>(dataBytes),
               timed.type, stream);
  for (const char *pattern : {"uniform", "skewed", "equal"}) {
    std::vector<int32_t> ids =
        makeIds(pattern, rows, segments, timed.isSorted != 0);
    mgpuMemcpy(keys, ids.data(), ids.size() * 4, stream);
    std::string problem = takeProblem();
    Argument x, id;
    x.describe(timed.elementBytes, {rows, timed.columns}, data);
    id.describe(4, {rows}, keys);
    int64_t number = segments, result[7];
    void *arguments[] = {x.words.data(), id.words.data(), &number};
    void *results[] = {result};
    std::vector<char> ours;
    double best = 1e9;
    for (int run = 0; run <= numRuns && problem.empty(); ++run) {
      SegmentContext *context = segmentContextCreate();
      double start = now();
      if (entry(context, arguments, results) != SEGMENT_OK)
        problem = segmentContextGetMessage(context);
      // The first call loads the kernels.
      else if (run > 0)
        best = std::min(best, now() - start);
      if (run == 0 && problem.empty() && !baselines.getNames().empty())
        ours = fetch(reinterpret_cast<void *>(result[1]), segments * rowBytes,
                     stream);
      segmentContextDestroy(context);
    }
    if (!problem.empty()) {
      fail(timed.name + ", " + pattern + ": " + problem);
      break;
    }
    // Data and ids are read, results written.
    double bytes =
        static_cast<double>(dataBytes + rows * 4 + segments * rowBytes);
    Timing timing{timed.name,
                  timed.isSorted ? std::string("sorted ") + pattern : pattern,
                  best,
                  bytes / best / copied,
                  {}};
    SegmentBaselineCall call{timed.kind.c_str(),
                             timed.type.c_str(),
                             data,
                             static_cast<const int32_t *>(keys),
                             rows,
                             timed.columns,
                             segments,
                             static_cast<int32_t>(timed.isSorted)};
    std::vector<std::string> names = baselines.getNames();
    for (size_t i = 0; i < baselines.getNames().size(); ++i)
      timing.baselines.push_back(timeBaseline(
          i, call, names[i] + ", " + timed.name + ", " + timing.ids, ours));
    timings.push_back(std::move(timing));
  }
  mgpuMemFree(data, stream);
  mgpuMemFree(keys, stream);
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

void Checker::openBaselines() {
  std::string path = folder + "/baselines.so";
  if (!std::ifstream(path)) {
    std::printf("baselines are left out: none were prepared\n");
    return;
  }
  std::string problem = baselines.open(path);
  if (!problem.empty())
    std::printf("baselines are left out: %s\n", problem.c_str());
  baselineNames = baselines.getNames();
}

bool Checker::run() {
  std::ifstream plan(folder + "/plan.txt");
  if (!plan)
    return false;
  bool isTimed = false;
  std::string word, function, name, file;
  std::vector<Argument> inputs, expected;
  while (plan >> word) {
    if (word == "module") {
      plan >> file;
      module = dlopen((folder + "/" + file).c_str(), RTLD_NOW);
      if (!module)
        fail(dlerror());
    } else if (word == "call") {
      plan >> function >> name;
      inputs.clear();
      expected.clear();
    } else if (word == "in" || word == "out") {
      int64_t bytes = 0;
      auto &list = word == "in" ? inputs : expected;
      list.emplace_back();
      if (!readArray(plan, list.back(), bytes))
        return true;
    } else if (word == "scalar") {
      int64_t value = 0, bytes = 0;
      plan >> value >> bytes;
      inputs.emplace_back();
      // Little-endian: narrower integers are its first bytes.
      inputs.back().words = {value};
    } else if (word == "end") {
      check(name, lookUp(function), inputs, expected);
    } else if (word == "time") {
      if (!isTimed)
        openBaselines();
      isTimed = true;
      Timed timed;
      plan >> function >> timed.name >> timed.kind >> timed.type >>
          timed.columns >> timed.elementBytes >> timed.isSorted >>
          timed.totalBytes;
      time(timed, lookUp(function));
    } else {
      return false;
    }
  }
  return true;
}

void Checker::printTable() const {
  if (timings.empty())
    return;
  std::printf("%-32s %-16s %10s %15s", "function", "ids", "ms",
              "share of a copy");
  for (const std::string &name : baselineNames)
    std::printf(" %13s", name.c_str());
  std::printf("%s\n", baselineNames.empty() ? "" : "   best / ours");
  for (const Timing &timing : timings) {
    std::printf("%-32s %-16s %10.3f %14.1f%%", timing.name.c_str(),
                timing.ids.c_str(), timing.seconds * 1e3, timing.share * 100);
    for (size_t i = 0; i < baselineNames.size(); ++i) {
      if (i < timing.baselines.size() && timing.baselines[i] > 0)
        std::printf(" %13.3f", timing.baselines[i] * 1e3);
      else
        std::printf(" %13s", "-");
    }
    if (timing.getRatio() > 0)
      std::printf(" %13.2f", timing.getRatio());
    else if (!baselineNames.empty())
      std::printf(" %13s", "-");
    std::printf("\n");
  }
}

bool Checker::writeJson(const std::string &path,
                        const std::string &device) const {
  FILE *file = std::fopen(path.c_str(), "w");
  if (!file)
    return false;
  // Names are of the plan's making; the device's has no quotes.
  std::fprintf(file, "{\"device\": \"%s\", \"calls\": %zu, \"failures\": %zu",
               device.c_str(), numCalls, numFailures);
  std::fprintf(file, ", \"times\": [");
  for (const Timing &timing : timings) {
    std::fprintf(file,
                 "%s\n  {\"function\": \"%s\", \"ids\": \"%s\", \"seconds\": "
                 "%.9f, \"share\": %.4f",
                 &timing == timings.data() ? "" : ",", timing.name.c_str(),
                 timing.ids.c_str(), timing.seconds, timing.share);
    // Seconds of each that was timed.
    std::fprintf(file, ", \"baselines\": {");
    const char *separator = "";
    for (size_t i = 0; i < timing.baselines.size(); ++i) {
      if (timing.baselines[i] <= 0)
        continue;
      std::fprintf(file, "%s\"%s\": %.9f", separator, baselineNames[i].c_str(),
                   timing.baselines[i]);
      separator = ", ";
    }
    std::fprintf(file, "}");
    if (timing.getRatio() > 0)
      std::fprintf(file, ", \"ratio\": %.4f", timing.getRatio());
    std::fprintf(file, "}");
  }
  std::fprintf(file, "]}\n");
  return std::fclose(file) == 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: gpu-check FOLDER REPORT.json\n");
    return 2;
  }
  char device[256];
  if (!segmentDeviceDescribe(device, sizeof(device))) {
    std::printf("gpu-check: nothing was checked: %s\n", device);
    return 0;
  }
  std::printf("device: %s\n", device);
  Checker checker(argv[1]);
  if (!checker.run()) {
    std::fprintf(stderr, "gpu-check: error: %s/plan.txt is no plan\n", argv[1]);
    return 2;
  }
  checker.printTable();
  if (!checker.writeJson(argv[2], device)) {
    std::fprintf(stderr, "gpu-check: error: cannot write %s\n", argv[2]);
    return 2;
  }
  std::printf("gpu-check: %zu calls, %zu failures\n", checker.getNumCalls(),
              checker.getNumFailures());
  return checker.getNumFailures() != 0 || checker.getNumCalls() == 0;
}
