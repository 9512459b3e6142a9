//===- Error.cpp - Failures as objects ------------------------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <new>

using namespace segment::capi;
using mlir::segment::ReportedDiagnostic;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static_assert(static_cast<int32_t>(ReportedDiagnostic::Severity::Error) ==
                      SEGMENT_SEVERITY_ERROR &&
                  static_cast<int32_t>(ReportedDiagnostic::Severity::Warning) ==
                      SEGMENT_SEVERITY_WARNING &&
                  static_cast<int32_t>(ReportedDiagnostic::Severity::Remark) ==
                      SEGMENT_SEVERITY_REMARK &&
                  static_cast<int32_t>(ReportedDiagnostic::Severity::Note) ==
                      SEGMENT_SEVERITY_NOTE,
              "the two enumerations agree");

Diagnostics::Diagnostics(std::vector<ReportedDiagnostic> list)
    : diagnostics(std::move(list)) {
  views.reserve(diagnostics.size());
  for (const ReportedDiagnostic &diagnostic : diagnostics)
    views.push_back({static_cast<int32_t>(diagnostic.severity),
                     diagnostic.message.c_str(), diagnostic.file.c_str(),
                     diagnostic.line, diagnostic.column});
}

static const char *getSeverityText(int32_t severity) {
  switch (severity) {
  case SEGMENT_SEVERITY_WARNING:
    return "warning: ";
  case SEGMENT_SEVERITY_REMARK:
    return "remark: ";
  case SEGMENT_SEVERITY_NOTE:
    return "note: ";
  default:
    return "error: ";
  }
}

std::string Diagnostics::getText() const {
  std::string text;
  for (const SegmentDiagnostic &diagnostic : views) {
    if (!text.empty())
      text += '\n';
    if (*diagnostic.file)
      text += std::string(diagnostic.file) + ':' +
              std::to_string(diagnostic.line) + ':' +
              std::to_string(diagnostic.column) + ": ";
    text += getSeverityText(diagnostic.severity);
    text += diagnostic.message;
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

struct SegmentError {
  SegmentError(int32_t kind, std::vector<ReportedDiagnostic> list)
      : kind(kind), diagnostics(std::move(list)),
        message(diagnostics.getText()) {}

  int32_t kind;
  Diagnostics diagnostics;
  std::string message;
};

int32_t segment::capi::setError(SegmentError **error, int32_t kind,
                                std::vector<ReportedDiagnostic> diagnostics) {
  if (!error)
    return kind;
  *error = nullptr;
  try {
    *error = new SegmentError(kind, std::move(diagnostics));
  } catch (const std::bad_alloc &) {
    // The kind has to do.
  }
  return kind;
}

int32_t segment::capi::setError(SegmentError **error, int32_t kind,
                                std::string message) {
  try {
    ReportedDiagnostic diagnostic;
    diagnostic.message = std::move(message);
    return setError(error, kind, std::vector{std::move(diagnostic)});
  } catch (const std::bad_alloc &) {
    if (error)
      *error = nullptr;
    return kind;
  }
}

int32_t segment::capi::setCallError(SegmentError **error, int32_t status,
                                    const char *message) {
  ReportedDiagnostic diagnostic;
  auto [place, text] = llvm::StringRef(message).split("error: ");
  auto [fileAndLine, column] = place.rtrim(": ").rsplit(':');
  auto [file, line] = fileAndLine.rsplit(':');
  diagnostic.message = (text.empty() ? message : text).str();
  if (!text.empty() && !line.getAsInteger(10, diagnostic.line) &&
      !column.getAsInteger(10, diagnostic.column))
    diagnostic.file = file.str();
  return setError(error, status, std::vector{std::move(diagnostic)});
}

//===----------------------------------------------------------------------===//
// C API
//===----------------------------------------------------------------------===//

int32_t segmentErrorGetKind(const SegmentError *error) { return error->kind; }

const char *segmentErrorGetMessage(const SegmentError *error) {
  return error->message.c_str();
}

size_t segmentErrorGetNumDiagnostics(const SegmentError *error) {
  return error->diagnostics.size();
}

const SegmentDiagnostic *segmentErrorGetDiagnostic(const SegmentError *error,
                                                   size_t index) {
  return error->diagnostics.get(index);
}

void segmentErrorDestroy(SegmentError *error) { delete error; }
