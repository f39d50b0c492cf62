; What numba's compiled code asks of its run time, in the memory of whoever loads the library.
;
; numba describes an array's memory by a block of { i64 references, ptr destructor, ptr argument, ptr data, i64 size }.
; Here the block and its data are one allocation, the data 64 bytes behind its beginning.

declare ptr @malloc(i32)
declare void @free(ptr)
declare void @llvm.trap()

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %small = icmp ult i64 %size, 2147483648
  br i1 %small, label %ask, label %fail
ask:
  %data_size = trunc i64 %size to i32
  %whole = add i32 %data_size, 64
  %block = call ptr @malloc(i32 %whole)
  %none = icmp eq ptr %block, null
  br i1 %none, label %fail, label %fill
fill:
  %data = getelementptr i8, ptr %block, i32 64
  store i64 1, ptr %block
  %destructor = getelementptr { i64, ptr, ptr, ptr, i64 }, ptr %block, i32 0, i32 1
  store ptr null, ptr %destructor
  %data_at = getelementptr { i64, ptr, ptr, ptr, i64 }, ptr %block, i32 0, i32 3
  store ptr %data, ptr %data_at
  %size_at = getelementptr { i64, ptr, ptr, ptr, i64 }, ptr %block, i32 0, i32 4
  store i64 %size, ptr %size_at
  ret ptr %block
fail:
  call void @llvm.trap()
  unreachable
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}

define ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 0)
  %data = getelementptr i8, ptr %block, i32 64
  ret ptr %data
}

define void @NRT_Free(ptr %data) {
  %block = getelementptr i8, ptr %data, i32 -64
  call void @free(ptr %block)
  ret void
}

; An instruction there; as a function, LLVM believes that it may have to report an error.
declare double @llvm.sqrt.f64(double)

define double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
