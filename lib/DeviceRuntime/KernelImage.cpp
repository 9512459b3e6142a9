//===- KernelImage.cpp - What kernels were compiled to --------------------===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImage.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace segment::device;

template <typename T> static T readNumber(const char *data) {
  T number;
  std::memcpy(&number, data, sizeof(number));
  return number;
}

/// The word behind the directive `name` at the start of a line of PTX.
static std::string getDirective(const char *text, const char *name) {
  size_t length = std::strlen(name);
  for (const char *line = text; line; line = std::strchr(line, '\n')) {
    line += *line == '\n';
    if (std::strncmp(line, name, length) != 0 || line[length] != ' ')
      continue;
    const char *word = line + length + 1;
    return std::string(word, std::strcspn(word, " ,\n\r"));
  }
  return "";
}

static void addChip(std::string &chips, unsigned number) {
  if (number)
    chips += (chips.empty() ? "sm_" : ", sm_") + std::to_string(number);
}

/// The architecture of machine code is in the flags of its ELF header: in the
/// lowest byte, or from version 8 of the ABI on in the one above.
static void inspectCubin(KernelImage &image, const char *data) {
  uint32_t flags = readNumber<uint32_t>(data + 48);
  addChip(image.chips, data[8] >= 8 ? flags >> 8 & 0xff : flags & 0xff);
}

/// A header of 16 bytes, then parts, each with a header of its own.
static void inspectFatbin(KernelImage &image, const char *data, size_t size) {
  constexpr size_t partHeader = 32;
  size_t at = readNumber<uint16_t>(data + 6);
  while (at + partHeader <= size) {
    const char *part = data + at;
    uint64_t header = readNumber<uint32_t>(part + 4);
    uint64_t payload = readNumber<uint64_t>(part + 8);
    if (header < partHeader || payload > size)
      return;
    addChip(image.chips, readNumber<uint32_t>(part + 28));
    at += header + payload;
  }
}

KernelImage KernelImage::inspect(const char *data, size_t size) {
  KernelImage image;
  if (size >= 52 && std::memcmp(data,
                                "\x7f"
                                "ELF",
                                4) == 0) {
    image.format = Format::cubin;
    inspectCubin(image, data);
  } else if (size >= 16 && readNumber<uint32_t>(data) == 0xba55ed50) {
    image.format = Format::fatbin;
    inspectFatbin(image, data, size);
  } else if (size >= 4 && std::memcmp(data, "BC\xc0\xde", 4) == 0) {
    image.format = Format::bitcode;
  } else if (size == 0 || data[size - 1] == '\0') {
    std::string version = getDirective(data, ".version");
    image.chips = getDirective(data, ".target");
    if (version.empty() || image.chips.empty())
      return KernelImage();
    image.format = Format::ptx;
    image.ptxVersion = 10 * std::atoi(version.c_str());
    size_t dot = version.find('.');
    if (dot != std::string::npos)
      image.ptxVersion += std::atoi(version.c_str() + dot + 1);
  }
  return image;
}

std::string KernelImage::describe() const {
  std::string text;
  switch (format) {
  case Format::ptx:
    text = "PTX " + std::to_string(ptxVersion / 10) + "." +
           std::to_string(ptxVersion % 10);
    break;
  case Format::cubin:
  case Format::fatbin:
    text = "machine code";
    break;
  case Format::bitcode:
    return "LLVM bitcode";
  case Format::unknown:
    return "something unknown";
  }
  return chips.empty() ? text : text + " for " + chips;
}

int segment::device::getCudaVersionOfPtx(int ptxVersion) {
  // The release notes of the PTX ISA.
  static constexpr int versions[][2] = {
      {63, 10000}, {64, 10010}, {65, 10020}, {70, 11000}, {71, 11010},
      {72, 11020}, {73, 11030}, {74, 11040}, {75, 11050}, {76, 11060},
      {77, 11070}, {78, 11080}, {80, 12000}, {81, 12010}, {82, 12020},
      {83, 12030}, {84, 12040}, {85, 12050}, {86, 12070}, {87, 12080},
      {88, 12090}, {90, 13000}};
  for (auto [ptx, cuda] : versions)
    if (ptx >= ptxVersion)
      return cuda;
  return 0;
}
