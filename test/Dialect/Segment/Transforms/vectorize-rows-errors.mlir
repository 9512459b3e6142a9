// RUN: segment-opt %s -verify-diagnostics -pass-pipeline='builtin.module(func.func(segment-vectorize-rows{vector-bits=100}))'

// expected-error @+1 {{segment-vectorize-rows: expected vector-bits=128, 256 or 512, but got 100}}
func.func @f() {
  return
}
