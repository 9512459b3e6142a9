//===- Operation.cpp - Operations and their attributes ----------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"

#include "Problem.h"

#include <algorithm>

using namespace segment::python;

static constexpr std::string_view kindNames[] = {
    "sum", "prod", "min", "max", "mean", "add", "sub", "mul", "div", "update"};

static constexpr Kind segmentKinds[] = {Kind::Sum, Kind::Prod, Kind::Min,
                                        Kind::Max, Kind::Mean};
static constexpr Kind scatterKinds[] = {Kind::Min,   Kind::Max, Kind::Add,
                                        Kind::Sub,   Kind::Mul, Kind::Div,
                                        Kind::Update};

std::string segment::python::getName(Family family, Kind kind) {
  std::string name(kindNames[static_cast<size_t>(kind)]);
  switch (family) {
  case Family::Segment:
    return "segment_" + name;
  case Family::SegmentV2:
    return "segment_" + name + "_v2";
  case Family::UnsortedSegment:
    return "unsorted_segment_" + name;
  case Family::GatherSegment:
    return "gather_segment_" + name;
  case Family::Scatter:
    return "scatter_" + name;
  }
  return name;
}

std::string segment::python::getName(const Operation &operation) {
  if (operation.isReduce)
    return "segment_reduce";
  return getName(operation.family, operation.kinds[0]);
}

Operation segment::python::parseOperation(std::string_view name) {
  for (Family family : {Family::Segment, Family::SegmentV2,
                        Family::UnsortedSegment, Family::GatherSegment})
    for (Kind kind : segmentKinds)
      if (getName(family, kind) == name)
        return Operation(family, kind);
  for (Kind kind : scatterKinds)
    if (getName(Family::Scatter, kind) == name)
      return Operation(Family::Scatter, kind);
  throw Problem(Problem::Kind::Value,
                "there is no operation '" + std::string(name) + "'");
}

void segment::python::addKind(Operation &operation, std::string_view name) {
  for (Kind kind : segmentKinds) {
    if (kindNames[static_cast<size_t>(kind)] != name)
      continue;
    auto *end = operation.kinds.begin() + operation.numKinds;
    if (std::find(operation.kinds.begin(), end, kind) != end)
      throw Problem(Problem::Kind::Value,
                    "kinds: '" + std::string(name) + "' is given twice");
    operation.kinds[operation.numKinds++] = kind;
    return;
  }
  throw Problem(Problem::Kind::Value,
                "kinds: expected 'sum', 'prod', 'min', 'max' or 'mean', got '" +
                    std::string(name) + "'");
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

template <size_t size>
static size_t parse(const char *what, std::string_view text,
                    const std::string_view (&names)[size]) {
  std::string expected;
  for (size_t i = 0; i < size; ++i) {
    if (names[i] == text)
      return i;
    if (names[i].empty())
      continue;
    if (!expected.empty())
      expected += i + 1 == size ? " or " : ", ";
    expected += "'" + std::string(names[i]) + "'";
  }
  throw Problem(Problem::Kind::Value, std::string(what) + ": expected " +
                                          expected + ", got '" +
                                          std::string(text) + "'");
}

Bounds segment::python::parseBounds(std::string_view text) {
  static constexpr std::string_view names[] = {"error", "drop",
                                               "unsafe_assume"};
  return text.empty() ? Bounds::Error
                      : static_cast<Bounds>(parse("bounds", text, names));
}

Nan segment::python::parseNan(std::string_view text) {
  static constexpr std::string_view names[] = {"", "propagate", "ignore"};
  return static_cast<Nan>(parse("nan", text, names));
}

Empty segment::python::parseEmpty(std::string_view text) {
  static constexpr std::string_view names[] = {"", "identity", "infinity",
                                               "zero"};
  return static_cast<Empty>(parse("empty", text, names));
}

Accumulate segment::python::parseAccumulate(std::string_view text) {
  static constexpr std::string_view names[] = {"", "native", "f64"};
  return static_cast<Accumulate>(parse("accumulate", text, names));
}

static bool isMinOrMax(Kind kind) {
  return kind == Kind::Min || kind == Kind::Max;
}

void segment::python::checkAttributes(const Operation &operation,
                                      const Attributes &attributes) {
  auto refuse = [&](const char *text) {
    throw Problem(Problem::Kind::Value, getName(operation) + ": " + text);
  };
  auto *begin = operation.kinds.begin(), *end = begin + operation.numKinds;
  if (attributes.nan != Nan::Default && std::none_of(begin, end, isMinOrMax))
    refuse("nan is for minima and maxima");
  if (attributes.empty != Empty::Default && operation.isScatter())
    refuse("a scatter has no empty segments, so empty can't be given");
  if (attributes.empty == Empty::Infinity &&
      !std::all_of(begin, end, isMinOrMax))
    refuse("empty='infinity' is for minima and maxima");
  if (attributes.accumulate != Accumulate::Default &&
      (std::all_of(begin, end, isMinOrMax) || *begin == Kind::Update))
    refuse("accumulate is for what adds, multiplies or divides");
}
