//===- NpyWriter.cpp - Writing numpy's files --------------------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "segment/Execution/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::segment;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

std::string mlir::segment::formatNpyHeader(const Array &array) {
  std::string header;
  llvm::raw_string_ostream stream(header);
  stream << "{'descr': '" << getNpyDescr(array.getType())
         << "', 'fortran_order': False, 'shape': (";
  llvm::ArrayRef<int64_t> shape = array.getShape();
  llvm::interleaveComma(shape, stream);
  // A tuple of one needs its comma.
  stream << (shape.size() == 1 ? ",), }" : "), }");

  // Spaces and a line's end take the elements to a multiple of 64 bytes.
  // Version 1.0's 16 bits for the length suffice for numpy's 64 dimensions.
  constexpr size_t prefixSize = npyMagic.size() + 4;
  size_t unpadded = prefixSize + header.size() + 1;
  header.append(llvm::alignTo(unpadded, 64) - unpadded, ' ');
  header += '\n';

  char length[2];
  llvm::support::endian::write16le(length,
                                   static_cast<uint16_t>(header.size()));
  return npyMagic.str() + std::string("\x01\x00", 2) +
         std::string(length, sizeof(length)) + header;
}

static Error makeFileError(StringRef path, std::error_code error) {
  return makeError(path + ": " + error.message());
}

static std::error_code writeArray(const Array &array,
                                  llvm::raw_fd_ostream &stream) {
  stream << formatNpyHeader(array);
  stream.write(array.getData(), static_cast<size_t>(array.getByteSize()));
  stream.flush();
  std::error_code error = stream.error();
  // Reported by the caller: the stream's destructor need not end the process.
  stream.clear_error();
  return error;
}

/// Whether the path leads to something that a renamed file can't stand for.
static bool isSpecialFile(StringRef path) {
  fs::file_status status;
  return !fs::status(path, status) && fs::exists(status) &&
         !fs::is_regular_file(status);
}

static Error writeDirectly(const NpyOutput &output) {
  std::error_code error;
  llvm::raw_fd_ostream stream(output.path, error);
  if (!error)
    error = writeArray(output.array, stream);
  return error ? makeFileError(output.path, error) : Error::success();
}

/// Writes the array to a new file in the folder of its final place.
static Expected<fs::TempFile> writeTemporary(const NpyOutput &output) {
  Expected<fs::TempFile> file =
      fs::TempFile::create(output.path + ".%%%%%%.tmp");
  if (!file)
    return makeError(output.path + ": " + llvm::toString(file.takeError()));
  llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  if (std::error_code error = writeArray(output.array, stream)) {
    llvm::consumeError(file->discard());
    return makeFileError(output.path, error);
  }
  return file;
}

Error mlir::segment::writeNpyFiles(llvm::ArrayRef<NpyOutput> outputs) {
  struct Staged {
    fs::TempFile file;
    StringRef path;
  };
  std::vector<Staged> staged;
  llvm::scope_exit discard([&] {
    for (Staged &output : staged)
      llvm::consumeError(output.file.discard());
  });

  llvm::StringSet<> paths;
  for (const NpyOutput &output : outputs) {
    if (output.array.getShape().size() > maxNpyRank)
      return makeError(output.path + ": an array of " +
                       llvm::Twine(output.array.getShape().size()) +
                       " dimensions is more than numpy can read");
    if (isSpecialFile(output.path))
      continue;
    if (!paths.insert(output.path).second)
      return makeError(output.path + ": two arrays can't go to the same file");
    Expected<fs::TempFile> file = writeTemporary(output);
    if (!file)
      return file.takeError();
    staged.push_back({std::move(*file), output.path});
  }
  for (const NpyOutput &output : outputs)
    if (isSpecialFile(output.path))
      if (Error error = writeDirectly(output))
        return error;

  for (size_t i = 0; i < staged.size(); ++i) {
    if (Error error = staged[i].file.keep(staged[i].path)) {
      for (size_t j = 0; j < i; ++j)
        fs::remove(staged[j].path);
      return makeError(staged[i].path + ": " +
                       llvm::toString(std::move(error)));
    }
  }
  return Error::success();
}
