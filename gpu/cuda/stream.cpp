#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

TEXELSCOPE_CREATE(StreamCreate, StreamCreate, call.created, CU_STREAM_NON_BLOCKING)
TEXELSCOPE_FORWARD(StreamDestroy, StreamDestroy, call.stream)
TEXELSCOPE_FORWARD(StreamSynchronize, StreamSynchronize, call.stream)
TEXELSCOPE_FORWARD(StreamQuery, StreamQuery, call.stream)
TEXELSCOPE_FORWARD(StreamWaitEvent, StreamWaitEvent, call.stream, call.event, CU_EVENT_WAIT_DEFAULT)

}  // namespace texelscope::gpu::cuda
