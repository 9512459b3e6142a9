//===- DiskCache.cpp - Compiled functions in files --------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiskCache.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace segment::python;

namespace {

/// The key is in the file: two of the same hash are told apart by it.
constexpr char suffix[] = ".segment";

class File {
public:
  explicit File(int descriptor) : descriptor(descriptor) {}
  File(const File &) = delete;
  ~File() {
    if (descriptor >= 0)
      close(descriptor);
  }

  bool isOpen() const { return descriptor >= 0; }
  std::optional<std::string> read() const;
  bool write(const std::string &bytes) const;

private:
  int descriptor;
};

} // namespace

std::optional<std::string> File::read() const {
  struct stat status;
  // Code is run as it is, so it has to be the user's own (or root's).
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
      (status.st_uid != geteuid() && status.st_uid != 0) ||
      (status.st_mode & S_IWOTH))
    return std::nullopt;
  std::string bytes(static_cast<size_t>(status.st_size), 0);
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = ::read(descriptor, &bytes[done], bytes.size() - done);
    if (count <= 0)
      return std::nullopt;
    done += static_cast<size_t>(count);
  }
  return bytes;
}

bool File::write(const std::string &bytes) const {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = ::write(descriptor, &bytes[done], bytes.size() - done);
    if (count <= 0)
      return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

std::string segment::python::getCacheDirectory() {
  if (const char *directory = std::getenv("SEGMENT_CACHE_DIR"))
    return directory;
  const char *cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/')
    return std::string(cache) + "/segment_mlir";
  const char *home = std::getenv("HOME");
  if (home && *home)
    return std::string(home) + "/.cache/segment_mlir";
  return "";
}

/// FNV-1a.
static std::string getPath(const std::string &directory,
                           const std::string &name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : name)
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  char digits[17];
  snprintf(digits, sizeof(digits), "%016llx",
           static_cast<unsigned long long>(hash));
  return directory + "/" + digits + suffix;
}

std::optional<std::string>
segment::python::loadFromDisk(const std::string &name) {
  std::string directory = getCacheDirectory();
  if (directory.empty())
    return std::nullopt;
  File file(open(getPath(directory, name).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.isOpen())
    return std::nullopt;
  std::optional<std::string> bytes = file.read();
  if (!bytes || bytes->compare(0, name.size(), name) != 0 ||
      bytes->size() <= name.size() || (*bytes)[name.size()] != 0)
    return std::nullopt;
  return bytes->substr(name.size() + 1);
}

void segment::python::storeOnDisk(const std::string &name,
                                  const std::string &bytes) noexcept try {
  std::string directory = getCacheDirectory();
  if (directory.empty())
    return;
  std::error_code ignored;
  std::filesystem::path path(directory);
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), ignored);
  mkdir(directory.c_str(), 0700);
  std::string model = directory + "/.new-XXXXXX";
  int descriptor = mkostemp(model.data(), O_CLOEXEC);
  if (descriptor < 0)
    return;
  bool isWritten = File(descriptor).write(name + '\0' + bytes);
  if (!isWritten ||
      rename(model.c_str(), getPath(directory, name).c_str()) != 0)
    unlink(model.c_str());
} catch (...) {
}
