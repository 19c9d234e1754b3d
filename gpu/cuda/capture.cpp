#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

TEXELSCOPE_FORWARD(CaptureBegin, StreamBeginCapture, call.stream, CU_STREAM_CAPTURE_MODE_RELAXED)

Status CudaDriver::perform(driver::CaptureBeginIntoGraph& call) noexcept {
  if (cu_.StreamBeginCaptureToGraph == nullptr) {
    return Status::not_supported;
  }
  return this->call(cu_.StreamBeginCaptureToGraph, call.stream, call.graph, nullptr, nullptr, 0U,
                    CU_STREAM_CAPTURE_MODE_RELAXED);
}

Status CudaDriver::perform(driver::CaptureEnd& call) noexcept {
  CUgraph graph = nullptr;
  const Status status = this->call(cu_.StreamEndCapture, call.stream, &graph);
  return keep_created(status, graph, call.graph);
}

Status CudaDriver::perform(driver::CaptureEndIntoGraph& call) noexcept {
  CUgraph graph = nullptr;
  return this->call(cu_.StreamEndCapture, call.stream, &graph);
}

Status CudaDriver::perform(driver::CaptureCancel& call) noexcept {
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
  const Status status = to_status(cu_.StreamIsCapturing(native<CUstream>(call.stream), &state));
  if (status != Status::success || state == CU_STREAM_CAPTURE_STATUS_NONE) {
    return status;
  }
  CUgraph graph = nullptr;
  // The call's status is the reason why the recording is invalid; the recording is discarded in any case.
  static_cast<void>(cu_.StreamEndCapture(native<CUstream>(call.stream), &graph));
  return graph == nullptr || call.is_into_graph ? Status::success : to_status(cu_.GraphDestroy(graph));
}

Status CudaDriver::perform(driver::ConditionCreate& call) noexcept {
  if (cu_.GraphConditionalHandleCreate == nullptr || cu_.StreamGetCaptureInfo == nullptr) {
    return Status::not_supported;
  }
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
  CUgraph graph = nullptr;
  const Status found = to_status(
      cu_.StreamGetCaptureInfo(native<CUstream>(call.stream), &state, nullptr, &graph, nullptr, nullptr, nullptr));
  if (found != Status::success || state != CU_STREAM_CAPTURE_STATUS_ACTIVE) {
    return found != Status::success ? found : Status::stream_capture_invalidated;
  }
  CUgraphConditionalHandle handle = 0;
  const Status status = to_status(
      cu_.GraphConditionalHandleCreate(&handle, graph, context_, call.initial_value, CU_GRAPH_COND_ASSIGN_DEFAULT));
  call.condition.value = handle;
  return status == Status::success && handle == 0 ? Status::unknown : status;
}

Status CudaDriver::record_node(StreamHandle captured, CUgraphNodeParams& parameters) noexcept {
  if (cu_.GraphAddNode == nullptr || cu_.StreamGetCaptureInfo == nullptr ||
      cu_.StreamUpdateCaptureDependencies == nullptr) {
    return Status::not_supported;
  }
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  const auto stream = native<CUstream>(captured);
  CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
  CUgraph graph = nullptr;
  const CUgraphNode* dependencies = nullptr;
  const CUgraphEdgeData* edges = nullptr;
  std::size_t dependency_count = 0;
  const Status found =
      to_status(cu_.StreamGetCaptureInfo(stream, &state, nullptr, &graph, &dependencies, &edges, &dependency_count));
  if (found != Status::success || state != CU_STREAM_CAPTURE_STATUS_ACTIVE) {
    return found != Status::success ? found : Status::stream_capture_invalidated;
  }
  CUgraphNode node = nullptr;
  const Status status = to_status(cu_.GraphAddNode(&node, graph, dependencies, edges, dependency_count, &parameters));
  return status != Status::success ? status
                                   : to_status(cu_.StreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                                                                   CU_STREAM_SET_CAPTURE_DEPENDENCIES));
}

Status CudaDriver::perform(driver::ChildGraphAdd& call) noexcept {
  CUgraphNodeParams parameters{};
  parameters.type = CU_GRAPH_NODE_TYPE_GRAPH;
  parameters.graph.graph = native<CUgraph>(call.child);
  return record_node(call.stream, parameters);
}

Status CudaDriver::perform(driver::ConditionalAdd& call) noexcept {
  CUgraphNodeParams parameters{};
  parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  parameters.conditional.handle = call.condition.value;
  parameters.conditional.type = static_cast<CUgraphConditionalNodeType>(call.kind);
  parameters.conditional.size = call.body_count;
  parameters.conditional.ctx = context_;
  try {
    call.bodies.resize(call.body_count);
  } catch (...) {
    return Status::out_of_memory;
  }
  const Status status = record_node(call.stream, parameters);
  for (unsigned index = 0; status == Status::success && index < call.body_count; ++index) {
    set_handle(call.bodies[index], parameters.conditional.phGraph_out[index]);
  }
  return status;
}

}  // namespace texelscope::gpu::cuda
