//===- ExecutableTest.cpp - Tests of compiling and calling ------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "segment/Execution/Executable.h"

#include "TestUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "segment/InitAll.h"
#include <thread>

using namespace mlir;
using namespace mlir::segment;
using llvm::Expected;

namespace {

class ExecutableTest : public testing::Test {
protected:
  ExecutableTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    segment::registerAllDialects(registry);
    segment::registerAllExtensions(registry);
    context.appendDialectRegistry(registry);
    // Each diagnostic is a line.
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "\n";
    });
  }

  FailureOr<Executable> compile(StringRef text,
                                const CompileOptions &options = {}) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << diagnostics;
      return failure();
    }
    return Executable::compile(*module, options);
  }

  /// The results as text, or the error.
  static std::string call(const Executable &executable, StringRef name,
                          ArrayRef<StringRef> inputs) {
    std::vector<Array> arrays;
    for (StringRef input : inputs)
      arrays.push_back(parse(input));
    Expected<std::vector<Array>> results = executable.call(name, arrays);
    if (!results)
      return "error: " + llvm::toString(results.takeError());
    std::string text;
    for (const Array &result : *results)
      text += (text.empty() ? "" : " ") + print(result);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string diagnostics;
};

constexpr StringRef minModule = R"mlir(
  func.func @f(%data: tensor<?x2xf32>, %ids: tensor<?xi32>, %n: i32)
      -> tensor<?x2xf32> {
    %0 = segment.unsorted_segment_min %data, %ids, %n
        : (tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>
    return %0 : tensor<?x2xf32>
  }
  func.func private @hidden(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @vector(%x: vector<4xf32>) {
    return
  }
)mlir";

TEST_F(ExecutableTest, DefaultOptLevel) {
  auto getLevel = [&](StringRef text) -> unsigned {
    module = parseSourceString<ModuleOp>(text, &context);
    return module ? getDefaultOptLevel(*module) : ~0u;
  };
  EXPECT_EQ(getLevel(minModule), 1u);
  // Shapes, constants and calls are no loops, and a body of the segment dialect
  // isn't one of the module's own.
  EXPECT_EQ(getLevel(R"mlir(
    func.func @f(%keys: memref<?xi32>, %data: memref<?xf32>,
                 %out: memref<?xf32>) {
      segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
          ins(%data (n) : memref<?xf32>) outs(%out : memref<?xf32>) {
      ^bb0(%x: f32):
        %0 = arith.mulf %x, %x : f32
        segment.yield %0 : f32
      }
      return
    }
    func.func @g(%x: tensor<?xf32>) -> tensor<?x1xf32> {
      %zero = arith.constant dense<0> : tensor<4xi32>
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<?xf32>
      %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 1]
          : tensor<?xf32> into tensor<?x1xf32>
      %1 = call @h(%0) : (tensor<?x1xf32>) -> tensor<?x1xf32>
      return %1 : tensor<?x1xf32>
    }
    func.func private @h(%x: tensor<?x1xf32>) -> tensor<?x1xf32> {
      return %x : tensor<?x1xf32>
    }
  )mlir"),
            1u)
      << diagnostics;
  EXPECT_EQ(getLevel(R"mlir(
    func.func @elementwise(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = arith.mulf %x, %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  )mlir"),
            2u)
      << diagnostics;
  EXPECT_EQ(getLevel(R"mlir(
    func.func @region(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
      }
      return
    }
  )mlir"),
            2u)
      << diagnostics;
  EXPECT_EQ(getLevel(R"mlir(
    func.func @branch() {
      cf.br ^end
    ^end:
      return
    }
  )mlir"),
            2u)
      << diagnostics;
}

TEST_F(ExecutableTest, Call) {
  FailureOr<Executable> executable = compile(minModule);
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  // It lives without the module and its context's types.
  module = nullptr;
  EXPECT_EQ(call(*executable, "f",
                 {"3x2xf32=[1,2,3,4,0,9]", "3xi32=[0,1,0]", "i32=2"}),
            "2x2xf32=[[0,2],[3,4]]");
  EXPECT_EQ(call(*executable, "f", {"0x2xf32=[]", "0xi32=[]", "i32=0"}),
            "0x2xf32=[]");
}

TEST_F(ExecutableTest, TheModuleStaysAsItIs) {
  auto printModule = [&] {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  };
  module = parseSourceString<ModuleOp>(minModule, &context);
  std::string before = printModule();
  EXPECT_TRUE(succeeded(Executable::compile(*module)));
  EXPECT_EQ(printModule(), before);
}

TEST_F(ExecutableTest, Signatures) {
  FailureOr<Executable> executable = compile(minModule);
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  EXPECT_EQ(executable->getFunctionNames().vec(),
            (std::vector<std::string>{"f", "vector"}));
  llvm::Expected<const Signature &> signature = executable->getSignature("f");
  ASSERT_TRUE(bool(signature));
  EXPECT_EQ(signature->text,
            "(tensor<?x2xf32>, tensor<?xi32>, i32) -> tensor<?x2xf32>");
  ASSERT_EQ(signature->arguments.size(), 3u);
  EXPECT_EQ(signature->arguments[1].element, ElementType::I32);
  EXPECT_TRUE(signature->arguments[1].isShaped);
  EXPECT_FALSE(signature->arguments[2].isShaped);
  EXPECT_EQ(getMessage(executable->getSignature("hidden")),
            "no public function 'hidden'; there is f, vector");
  EXPECT_EQ(
      getMessage(executable->getSignature("vector"))
          .find("function 'vector', argument 0: type vector<4xf32> can't be "
                "passed"),
      0u);
}

TEST_F(ExecutableTest, InputsAreChecked) {
  FailureOr<Executable> executable = compile(minModule);
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  EXPECT_EQ(call(*executable, "f", {"3x3xf32=1", "3xi32=0", "i32=1"}),
            "error: input 0: expected tensor<?x2xf32>, got 3x3xf32");
  EXPECT_EQ(call(*executable, "f", {"3x2xf32=1", "3xi64=0", "i32=1"}),
            "error: input 1: expected tensor<?xi32>, got 3xi64");
  EXPECT_EQ(call(*executable, "f", {"3x2xf32=1"}),
            "error: function 'f' of type (tensor<?x2xf32>, tensor<?xi32>, i32) "
            "-> tensor<?x2xf32> takes 3 inputs, got 1");
  EXPECT_EQ(call(*executable, "g", {}),
            "error: no public function 'g'; there is f, vector");
}

TEST_F(ExecutableTest, FailedChecksHaveAStatus) {
  FailureOr<Executable> executable = compile(minModule);
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  struct {
    const char *data, *ids, *n;
    int32_t status;
  } cases[] = {
      {"3x2xf32=1", "3xi32=[0,7,0]", "i32=2", SEGMENT_ERROR_BOUNDS},
      {"3x2xf32=1", "3xi32=0", "i32=-1", SEGMENT_ERROR_NUM_SEGMENTS},
      {"3x2xf32=1", "4xi32=0", "i32=1", SEGMENT_ERROR_SHAPE},
  };
  for (const auto &test : cases) {
    std::vector<Array> inputs = {parse(test.data), parse(test.ids),
                                 parse(test.n)};
    Expected<std::vector<Array>> results = executable->call("f", inputs);
    ASSERT_FALSE(bool(results));
    llvm::handleAllErrors(results.takeError(), [&](const CallError &error) {
      EXPECT_EQ(error.getStatus(), test.status) << error.getMessage().str();
      EXPECT_FALSE(error.getMessage().empty());
    });
    // The next call works.
    EXPECT_EQ(call(*executable, "f", {"1x2xf32=3", "1xi32=0", "i32=1"}),
              "1x2xf32=[[3,3]]");
  }
}

/// Results that are an argument, the same twice, or a constant are copies.
TEST_F(ExecutableTest, ResultsDontAlias) {
  FailureOr<Executable> executable = compile(R"mlir(
    func.func @f(%x: tensor<?xf32>)
        -> (tensor<?xf32>, tensor<2xf32>, tensor<2xf32>) {
      %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
      return %x, %0, %0 : tensor<?xf32>, tensor<2xf32>, tensor<2xf32>
    })mlir");
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  Array input = parse("2xf32=[5,6]");
  for (int round = 0; round < 2; ++round) {
    Expected<std::vector<Array>> results = executable->call("f", input);
    ASSERT_TRUE(bool(results));
    for (Array &result : *results) {
      std::string before = print(result);
      EXPECT_EQ(before,
                &result == results->data() ? "2xf32=[5,6]" : "2xf32=[1,2]");
      // Changing one changes no other.
      std::memset(result.getData(), 0x40, 8);
    }
    EXPECT_EQ(print(input), "2xf32=[5,6]");
  }
}

/// A function that updates its argument updates a copy of it.
TEST_F(ExecutableTest, TensorInputsAreOnlyRead) {
  FailureOr<Executable> executable = compile(R"mlir(
    func.func @f(%x: tensor<3xf32>, %i: tensor<1x1xi32>, %u: tensor<1xf32>)
        -> tensor<3xf32> {
      %0 = segment.scatter_add %x, %i, %u
          : (tensor<3xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    })mlir");
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  std::vector<Array> inputs = {parse("3xf32=[1,2,3]"), parse("1x1xi32=1"),
                               parse("1xf32=10")};
  for (int round = 0; round < 2; ++round) {
    Expected<std::vector<Array>> results = executable->call("f", inputs);
    ASSERT_TRUE(bool(results));
    EXPECT_EQ(print((*results)[0]), "3xf32=[1,12,3]");
    EXPECT_EQ(print(inputs[0]), "3xf32=[1,2,3]");
  }
}

/// Arithmetic that is a call on most machines.
TEST_F(ExecutableTest, CompilerLibraryIsFound) {
  FailureOr<Executable> executable = compile(R"mlir(
    func.func @f(%a: i64, %b: f32, %c: f64) -> (i64, f16, bf16, f16) {
      %0 = arith.extsi %a : i64 to i128
      %1 = arith.muli %0, %0 : i128
      %2 = arith.constant 7 : i128
      %3 = arith.divsi %1, %2 : i128
      %4 = arith.remsi %3, %0 : i128
      %5 = arith.trunci %4 : i128 to i64
      %6 = arith.truncf %b : f32 to f16
      %7 = arith.truncf %b : f32 to bf16
      %8 = arith.addf %7, %7 : bf16
      %9 = arith.truncf %c : f64 to f16
      return %5, %6, %8, %9 : i64, f16, bf16, f16
    })mlir");
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  EXPECT_EQ(
      call(*executable, "f", {"i64=1000000000007", "f32=1.5", "f64=0.25"}),
      "i64=142857142858 f16=1.5 bf16=3 f16=0.25");
}

TEST_F(ExecutableTest, CallsFromSeveralThreads) {
  FailureOr<Executable> executable = compile(minModule);
  ASSERT_TRUE(succeeded(executable)) << diagnostics;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        if (i % 2)
          EXPECT_EQ(call(*executable, "f",
                         {"3x2xf32=[1,2,3,4,0,9]", "3xi32=[0,1,0]", "i32=2"}),
                    "2x2xf32=[[0,2],[3,4]]");
        else
          EXPECT_EQ(call(*executable, "f", {"1x2xf32=1", "1xi32=5", "i32=1"})
                        .find("error: "),
                    0u);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(ExecutableTest, CompileErrorsAreDiagnostics) {
  EXPECT_TRUE(failed(compile(R"mlir(
    func.func @f(%x: f32) -> index {
      %0 = gpu.subgroup_id : index
      return %0 : index
    })mlir")));
  EXPECT_NE(diagnostics.find("gpu.subgroup_id"), std::string::npos)
      << diagnostics;

  diagnostics.clear();
  EXPECT_TRUE(failed(compile(R"mlir(
    func.func private @segment_test_absent(f32) -> f32
    func.func @f(%x: f32) -> f32 {
      %0 = call @segment_test_absent(%x) : (f32) -> f32
      return %0 : f32
    })mlir")));
  EXPECT_NE(diagnostics.find("segment_test_absent"), std::string::npos)
      << diagnostics;

  diagnostics.clear();
  CompileOptions options;
  options.pipelineOptions = "no-such-option=1";
  EXPECT_TRUE(failed(compile(minModule, options)));
  EXPECT_NE(diagnostics.find("no-such-option"), std::string::npos)
      << diagnostics;
}

TEST_F(ExecutableTest, EveryOptLevel) {
  for (unsigned optLevel = 0; optLevel <= 3; ++optLevel) {
    CompileOptions options;
    options.optLevel = optLevel;
    FailureOr<Executable> executable = compile(minModule, options);
    ASSERT_TRUE(succeeded(executable)) << diagnostics;
    EXPECT_EQ(call(*executable, "f", {"1x2xf32=3", "1xi32=0", "i32=1"}),
              "1x2xf32=[[3,3]]");
  }
}

} // namespace
