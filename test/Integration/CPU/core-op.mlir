// The core and check operations by hand, with all that they can do: the plain
// lowering takes everything, so that schedules and fusion change nothing here.
// Expected values are computed by hand.

//===----------------------------------------------------------------------===//
// Accesses, several accumulators and kinds in one walk
//===----------------------------------------------------------------------===//

// Gathered row 5 of 3 is out of range: that row is dropped.
// RUN: segment-run %s --function=accesses --input=4xi32=[0,1,0,2] \
// RUN:   --input="3x2xf32=[[1,2],[3,4],[5,6]]" --input=4xi64=[2,0,1,5] --input=4xf32=[1,10,2,7] --input=2xf32=[0.5,-0.5] --input=f32=2 --input=index=3 \
// RUN:   --expected-output="3x2xf32=[[23,27],[20.5,39.5],[0,0]]" --expected-output=3xi64=[2,1,0] \
// RUN:   --expected-output="3x2xf32=[[10.5,11.5],[20.5,39.5],[inf,inf]]"
// So is one that is negative, and one whose own key is out of range.
// RUN: segment-run %s --function=accesses --input=4xi32=[0,-1,3,1] \
// RUN:   --input="3x2xf32=[[1,2],[3,4],[5,6]]" --input=4xi64=[-1,0,1,2] --input=4xf32=[1,10,2,1] --input=2xf32=[0,0] --input=f32=1 --input=index=2 \
// RUN:   --expected-output="2x2xf32=[[0,0],[5,6]]" --expected-output=2xi64=[0,1] \
// RUN:   --expected-output="2x2xf32=[[inf,inf],[5,6]]"
// No columns: the counts are there all the same.
// RUN: segment-run %s --function=accesses --input=3xi32=[1,1,0] \
// RUN:   --input="2x0xf32=[[],[]]" --input=3xi64=[0,1,2] --input=3xf32=[1,1,1] --input=0xf32=[] --input=f32=1 --input=index=2 \
// RUN:   --expected-output="2x0xf32=[[],[]]" --expected-output=2xi64=[0,2] --expected-output="2x0xf32=[[],[]]"
// No rows.
// RUN: segment-run %s --function=accesses --input=0xi32=[] \
// RUN:   --input="1x1xf32=[[1]]" --input=0xi64=[] --input=0xf32=[] --input=1xf32=[1] --input=f32=1 --input=index=1 \
// RUN:   --expected-output="1x1xf32=[[0]]" --expected-output=1xi64=[0] --expected-output="1x1xf32=[[inf]]"
func.func @accesses(%keys: tensor<?xi32>, %x: tensor<?x?xf32>, %src: tensor<?xi64>, %w: tensor<?xf32>, %bias: tensor<?xf32>, %factor: f32, %n: index)
    -> (tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %scale = tensor.from_elements %factor : tensor<f32>
  %empty = tensor.empty(%n, %d) : tensor<?x?xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %min0 = linalg.fill ins(%inf : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %emptyCount = tensor.empty(%n) : tensor<?xi64>
  %count0 = linalg.fill ins(%none : i64) outs(%emptyCount : tensor<?xi64>) -> tensor<?xi64>
  %0:3 = segment.reduce_by_key kinds [add, add, min] keys(%keys : tensor<?xi32>)
      ins(%x[%src : tensor<?xi64>] (g, d) : tensor<?x?xf32>, %w (n) : tensor<?xf32>, %bias (d) : tensor<?xf32>, %scale () : tensor<f32>)
      outs(%sum0 : tensor<?x?xf32>, %count0 : tensor<?xi64>, %min0 : tensor<?x?xf32>) {
  ^bb0(%xe: f32, %we: f32, %be: f32, %se: f32):
    %1 = arith.mulf %xe, %we : f32
    %2 = arith.mulf %1, %se : f32
    %3 = arith.addf %2, %be : f32
    segment.yield %3, %one, %3 : f32, i64, f32
  } -> tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>
  return %0#0, %0#1, %0#2 : tensor<?x?xf32>, tensor<?xi64>, tensor<?x?xf32>
}

// Two gathered inputs with a source each, and one without columns.
// RUN: segment-run %s --function=two_sources --input=3xi32=[0,0,1] --input="2x2xi32=[[1,2],[3,4]]" --input=3xi32=[0,1,1] \
// RUN:   --input=3xi32=[10,20,30] --input=3xi8=[2,0,3] --input="2x2xi32=[[0,0],[0,0]]" \
// RUN:   --expected-output="2x2xi32=[[60,100],[0,0]]"
func.func @two_sources(%keys: tensor<?xi32>, %x: tensor<?x2xi32>, %s0: tensor<?xi32>, %y: tensor<?xi32>, %s1: tensor<?xi8>, %start: tensor<2x2xi32>) -> tensor<2x2xi32> {
  // Rows: [1,2] * 30 + [3,4] * 10; the last one gathers row 3 of 3.
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>)
      ins(%x[%s0 : tensor<?xi32>] (g, d) : tensor<?x2xi32>, %y[%s1 : tensor<?xi8>] (g) : tensor<?xi32>) outs(%start : tensor<2x2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %1 = arith.muli %a, %b : i32
    segment.yield %1 : i32
  } -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

// RUN: segment-run %s --function=gather_sum --input=3xf32=[1,2,4] --input=4xi32=[2,2,0,1] --input=4xi32=[0,1,0,-1] --input=i32=2 \
// RUN:   --expected-output=2xf32=[5,4]
// The error of clause 4.19 has position, value and range, and nothing is returned.
// RUN: not segment-run %s --function=gather_sum --input=3xf32=[1,2,4] --input=4xi32=[2,0,3,-1] --input=4xi32=[0,1,0,0] --input=i32=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GATHER
// GATHER-NOT: result
// GATHER: core-op.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'my.gather_sum' op gathered row out of range: position [2], value 3, range [0, 3)
// GATHER-NOT: result
// RUN: not segment-run %s --function=gather_sum --input=3xf32=[1,2,4] --input=2xi32=[0,-1] --input=2xi32=[0,1] --input=i32=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: gathered row out of range: position [1], value -1, range [0, 3)
// It ranks after the ids, wherever they are.
// RUN: not segment-run %s --function=gather_sum --input=3xf32=[1,2,4] --input=3xi32=[7,0,0] --input=3xi32=[0,1,2] --input=i32=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IDS
// IDS-NOT: gathered row
// IDS: error: 'my.gather_sum' op id out of range: position [2], value 2, range [0, 2)
// IDS-NOT: gathered row
// It is not looked at where the row's own id is dropped.
// RUN: segment-run %s --function=gather_sum --input=3xf32=[1,2,4] --input=3xi32=[7,0,-9] --input=3xi32=[-1,1,-1] --input=i32=2 \
// RUN:   --expected-output=2xf32=[0,1]
func.func @gather_sum(%x: tensor<?xf32>, %src: tensor<?xi32>, %ids: tensor<?xi32>, %n: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %rows, %num = segment.check_segments "my.gather_sum" ids(%ids : tensor<?xi32>) data(%src : tensor<?xi32>) num_segments(%n : i32)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  %checked = segment.check_gather "my.gather_sum" sources(%src : tensor<?xi32>) keys(%ids : tensor<?xi32>) rows(%rows) segments(%num) extent(%m)
  %empty = tensor.empty(%num) : tensor<?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = segment.reduce_by_key kinds [add] keys(%ids : tensor<?xi32>) rows(%checked)
      ins(%x[%src : tensor<?xi32>] (g) : tensor<?xf32>) outs(%start : tensor<?xf32>) {
  ^bb0(%e: f32):
    segment.yield %e : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Unsigned sources are not negative ones.
// RUN: not segment-run %s --function=unsigned_gather --input=2xi8=[5,-56] --input=2xi8=[0,-1] --input=index=2 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: gathered row out of range: position [1], value 200, range [0, 10)
func.func @unsigned_gather(%src: tensor<?xi8>, %keys: tensor<?xi8>, %rows: index) -> index {
  %segments = arith.constant 256 : index
  %extent = arith.constant 10 : index
  %0 = segment.check_gather "my.gather" unsigned_sources unsigned_keys
      sources(%src : tensor<?xi8>) keys(%keys : tensor<?xi8>) rows(%rows) segments(%segments) extent(%extent)
  return %0 : index
}

//===----------------------------------------------------------------------===//
// Flags and rows
//===----------------------------------------------------------------------===//

// Key -56 of i8 is 200 when it is read as unsigned.
// RUN: segment-run %s --function=unsigned_keys --input=3xi8=[-56,1,-56] --input=3xi32=[5,6,7] --expected-output=i32=12 --expected-output=i32=0
func.func @unsigned_keys(%keys: tensor<?xi8>, %x: tensor<?xi32>) -> (i32, i32) {
  %c200 = arith.constant 200 : index
  %start = arith.constant dense<0> : tensor<256xi32>
  %0 = segment.reduce_by_key kinds [add] unsigned_keys keys(%keys : tensor<?xi8>) ins(%x (n) : tensor<?xi32>) outs(%start : tensor<256xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<256xi32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi8>) ins(%x (n) : tensor<?xi32>) outs(%start : tensor<256xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<256xi32>
  %2 = tensor.extract %0[%c200] : tensor<256xi32>
  %3 = tensor.extract %1[%c200] : tensor<256xi32>
  return %2, %3 : i32, i32
}

// Nor is source -56.
// RUN: segment-run %s --function=unsigned_sources --input=3xi32=[0,0,0] --input=3xi8=[-56,1,-1] --expected-output=1xi32=[456] --expected-output=1xi32=[1]
func.func @unsigned_sources(%keys: tensor<?xi32>, %src: tensor<?xi8>) -> (tensor<1xi32>, tensor<1xi32>) {
  %start = arith.constant dense<0> : tensor<1xi32>
  %x = tensor.generate {
  ^bb0(%i: index):
    %e = arith.index_cast %i : index to i32
    tensor.yield %e : i32
  } : tensor<256xi32>
  // 200 + 1 + 255
  %0 = segment.reduce_by_key kinds [add] unsigned_sources keys(%keys : tensor<?xi32>) ins(%x[%src : tensor<?xi8>] (g) : tensor<256xi32>) outs(%start : tensor<1xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<1xi32>
  %1 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi32>) ins(%x[%src : tensor<?xi8>] (g) : tensor<256xi32>) outs(%start : tensor<1xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<1xi32>
  return %0, %1 : tensor<1xi32>, tensor<1xi32>
}

// RUN: segment-run %s --function=flags --input=3xindex=[0,1,2] --input="3x2xf64=[[1,2],[3,4],[5,6]]" --input="3x2xf64=[[1,1],[1,1],[1,1]]" \
// RUN:   --expected-output="3x2xf64=[[2,3],[4,5],[6,7]]"
func.func @flags(%keys: tensor<?xindex>, %x: tensor<?x2xf64>, %start: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = segment.reduce_by_key kinds [add] sorted unique in_bounds keys(%keys : tensor<?xindex>) ins(%x (n, d) : tensor<?x2xf64>) outs(%start : tensor<3x2xf64>) {
  ^bb0(%e: f64):
    segment.yield %e : f64
  } -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// Fewer rows than keys, more, none, and a negative number.
// RUN: segment-run %s --function=rows --input=4xi64=[0,0,1,1] --input=4xi32=[1,2,4,8] --input=index=3 --input=2xi32=[0,0] --expected-output=2xi32=[3,4]
// RUN: segment-run %s --function=rows --input=4xi64=[0,0,1,1] --input=4xi32=[1,2,4,8] --input=index=9 --input=2xi32=[0,0] --expected-output=2xi32=[3,12]
// RUN: segment-run %s --function=rows --input=4xi64=[0,0,1,1] --input=4xi32=[1,2,4,8] --input=index=0 --input=2xi32=[0,0] --expected-output=2xi32=[0,0]
// RUN: segment-run %s --function=rows --input=4xi64=[0,0,1,1] --input=4xi32=[1,2,4,8] --input=index=-3 --input=2xi32=[0,0] --expected-output=2xi32=[0,0]
// Keys that 64 bits just hold.
// RUN: segment-run %s --function=rows --input=4xi64=[9223372036854775807,-9223372036854775808,2,1] --input=4xi32=[1,2,4,8] --input=index=4 --input=2xi32=[0,0] --expected-output=2xi32=[0,8]
func.func @rows(%keys: tensor<?xi64>, %x: tensor<?xi32>, %rows: index, %start: tensor<2xi32>) -> tensor<2xi32> {
  %0 = segment.reduce_by_key kinds [add] keys(%keys : tensor<?xi64>) rows(%rows) ins(%x (n) : tensor<?xi32>) outs(%start : tensor<2xi32>) {
  ^bb0(%e: i32):
    segment.yield %e : i32
  } -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

// 100 and 7, 3; the lowest integer and -1; 5 and 0.
// RUN: segment-run %s --function=integers --input=4xi32=[0,1,2,0] --input=4xi32=[7,-1,0,3] --input=3xi32=[100,-2147483648,5] \
// RUN:   --expected-output=3xi32=[110,2147483647,5] --expected-output=3xi32=[2100,-2147483648,0] \
// RUN:   --expected-output=3xi32=[4,-2147483648,0] --expected-output=3xi32=[4,0,0] \
// RUN:   --expected-output=3xi32=[3,-2147483648,0] --expected-output=3xi32=[100,-1,5] \
// RUN:   --expected-output=3xi32=[3,-2147483648,0] --expected-output=3xi32=[100,-1,5] \
// RUN:   --expected-output=3xi32=[3,-1,0]
func.func @integers(%keys: tensor<?xi32>, %x: tensor<?xi32>, %s: tensor<3xi32>)
    -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %0:9 = segment.reduce_by_key kinds [add, mul, div, divu, min, max, minu, maxu, assign] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xi32>)
      outs(%s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>, %s : tensor<3xi32>) {
  ^bb0(%e: i32):
    segment.yield %e, %e, %e, %e, %e, %e, %e, %e, %e : i32, i32, i32, i32, i32, i32, i32, i32, i32
  } -> tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8
      : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}

// 1 and NaN; 8 and 2, 4; 3 and -0; +0 and -0 the other way around.
// RUN: segment-run %s --function=floats --input=5xi32=[0,1,2,1,3] --input=5xf64=[nan,2,-0.0,4,-0.0] --input=4xf64=[1,8,3,0.0] \
// RUN:   --expected-output=4xf64=[nan,14,3,0] --expected-output=4xf64=[nan,64,-0.0,-0.0] --expected-output=4xf64=[nan,1,-inf,nan] \
// RUN:   --expected-output=4xf64=[nan,2,-0.0,-0.0] --expected-output=4xf64=[nan,8,3,0] \
// RUN:   --expected-output=4xf64=[1,2,-0.0,-0.0] --expected-output=4xf64=[1,8,3,0] --expected-output=4xf64=[nan,4,-0.0,-0.0]
func.func @floats(%keys: tensor<?xi32>, %x: tensor<?xf64>, %s: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0:8 = segment.reduce_by_key kinds [add, mul, div, min, max, minnum, maxnum, assign] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xf64>)
      outs(%s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>, %s : tensor<4xf64>) {
  ^bb0(%e: f64):
    segment.yield %e, %e, %e, %e, %e, %e, %e, %e : f64, f64, f64, f64, f64, f64, f64, f64
  } -> tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// The same for 16 bits, where minima and maxima compare integers.
// RUN: segment-run %s --function=narrow --input=5xi32=[0,1,2,1,3] --input=5xbf16=[nan,2,-0.0,4,-0.0] --input=4xbf16=[1,8,3,0.0] \
// RUN:   --expected-output=4xbf16=[nan,2,-0.0,-0.0] --expected-output=4xbf16=[nan,8,3,0] --expected-output=4xbf16=[1,2,-0.0,-0.0] --expected-output=4xbf16=[1,8,3,0]
func.func @narrow(%keys: tensor<?xi32>, %x: tensor<?xbf16>, %s: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  %0:4 = segment.reduce_by_key kinds [min, max, minnum, maxnum] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xbf16>)
      outs(%s : tensor<4xbf16>, %s : tensor<4xbf16>, %s : tensor<4xbf16>, %s : tensor<4xbf16>) {
  ^bb0(%e: bf16):
    segment.yield %e, %e, %e, %e : bf16, bf16, bf16, bf16
  } -> tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
  return %0#0, %0#1, %0#2, %0#3 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// (8+4i) with 2i and 2; (2+3i) with 0.
// RUN: segment-run %s --function=complex --input=3xi32=[0,0,1] --input="3xcomplex<f32>=[(0,2),(2,0),(0,0)]" --input="2xcomplex<f32>=[(8,4),(2,3)]" \
// RUN:   --expected-output="2xcomplex<f32>=[(10,6),(2,3)]" --expected-output="2xcomplex<f32>=[(-16,32),(0,0)]" \
// RUN:   --expected-output="2xcomplex<f32>=[(1,-2),(inf,inf)]" --expected-output="2xcomplex<f32>=[(2,0),(0,0)]"
func.func @complex(%keys: tensor<?xi32>, %x: tensor<?xcomplex<f32>>, %s: tensor<2xcomplex<f32>>)
    -> (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) {
  %0:4 = segment.reduce_by_key kinds [add, mul, div, assign] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xcomplex<f32>>)
      outs(%s : tensor<2xcomplex<f32>>, %s : tensor<2xcomplex<f32>>, %s : tensor<2xcomplex<f32>>, %s : tensor<2xcomplex<f32>>) {
  ^bb0(%e: complex<f32>):
    segment.yield %e, %e, %e, %e : complex<f32>, complex<f32>, complex<f32>, complex<f32>
  } -> tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return %0#0, %0#1, %0#2, %0#3 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
}

// The accumulator is an index, or one bit.
// RUN: segment-run %s --function=odd_types --input=4xi32=[0,1,0,1] --input=4xindex=[4,3,2,1] --input=4xi1=[0,0,1,0] \
// RUN:   --expected-output=2xindex=[6,4] --expected-output=2xi1=[1,0]
func.func @odd_types(%keys: tensor<?xi32>, %x: tensor<?xindex>, %b: tensor<?xi1>) -> (tensor<2xindex>, tensor<2xi1>) {
  %sum0 = arith.constant dense<0> : tensor<2xindex>
  %or0 = arith.constant dense<false> : tensor<2xi1>
  %0:2 = segment.reduce_by_key kinds [add, maxu] keys(%keys : tensor<?xi32>) ins(%x (n) : tensor<?xindex>, %b (n) : tensor<?xi1>)
      outs(%sum0 : tensor<2xindex>, %or0 : tensor<2xi1>) {
  ^bb0(%e: index, %f: i1):
    segment.yield %e, %f : index, i1
  } -> tensor<2xindex>, tensor<2xi1>
  return %0#0, %0#1 : tensor<2xindex>, tensor<2xi1>
}

//===----------------------------------------------------------------------===//
// On memrefs
//===----------------------------------------------------------------------===//

// Bufferized by hand, strided and transposed data too.
// RUN: segment-run %s --function=memrefs --input=3xi32=[1,0,1] --input="2x3xf32=[[1,2,3],[4,5,6]]" --expected-output="2x2xf32=[[2,5],[4,10]]"
func.func @memrefs(%keys: memref<?xi32>, %data: memref<?x?xf32>) -> memref<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<2x2xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<2x2xf32>)
  %rows = memref.transpose %data (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi32>)
      ins(%rows (n, d) : memref<?x?xf32, strided<[1, ?]>>) outs(%out : memref<2x2xf32>) {
  ^bb0(%x: f32):
    segment.yield %x : f32
  }
  return %out : memref<2x2xf32>
}

// The destination is the argument, which is changed in place.
// RUN: segment-run %s --function=memref_in_place --input=3xi64=[1,0,1] --input=3xi32=[1,2,4] --input=2xi32=[10,20] --expected-output=i32=12 --expected-output=i32=25
func.func @memref_in_place(%keys: memref<?xi64>, %data: memref<?xi32>, %out: memref<2xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  segment.reduce_by_key kinds [add] keys(%keys : memref<?xi64>)
      ins(%data (n) : memref<?xi32>) outs(%out : memref<2xi32>) {
  ^bb0(%x: i32):
    segment.yield %x : i32
  }
  %0 = memref.load %out[%c0] : memref<2xi32>
  %1 = memref.load %out[%c1] : memref<2xi32>
  return %0, %1 : i32, i32
}

// Checks on memrefs, in a function without tensors.
// RUN: segment-run %s --function=memref_check --input=3xi64=[1,0,1] --input=3xi32=[1,2,4] --input=i64=2 --expected-output=index=3 --expected-output=index=2
// RUN: not segment-run %s --function=memref_check --input=3xi64=[1,0,2] --input=3xi32=[1,2,4] --input=i64=2 2>&1 | FileCheck %s --check-prefix=MEMREF
// MEMREF: error: 'my.sum' op id out of range: position [2], value 2, range [0, 2)
func.func @memref_check(%ids: memref<?xi64>, %data: memref<?xi32>, %n: i64) -> (index, index) {
  %rows, %num = segment.check_segments "my.sum" ids(%ids : memref<?xi64>) data(%data : memref<?xi32>) num_segments(%n : i64)
      {element_bytes = 4 : i64, result_shape = array<i64: -9223372036854775808>}
  return %rows, %num : index, index
}
