#include "app/instruments/bench/graph_measurement.h"

#include <chrono>
#include <cstdint>
#include <utility>

#include "app/cli/bench/interleaved_timing.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

struct AddTo {
  std::uint32_t* value;
  std::uint32_t amount;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index) const { *value += amount; }
};

template <class Work>
double microseconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

GraphFigure measure(const gpu::Stream& stream, const gpu::Buffer& buffer, int launches, int rounds) {
  std::uint32_t amount = 0;
  const auto work = [&](const gpu::Stream& order) {
    ++amount;
    for (int number = 0; number < launches; ++number) {
      kernels::launch(order, {1}, AddTo{reinterpret_cast<std::uint32_t*>(buffer.handle().value), amount});
    }
  };
  const gpu::GraphBuilder builder = stream.device().create_graph_builder();
  const auto record = [&] {
    builder.begin();
    work(builder);
    builder.end();
  };
  record();
  const gpu::Graph graph = builder.complete();
  graph.upload(stream);
  std::vector<double> single, launched, recorded, updated;
  for (int round = 0; round < rounds; ++round) {
    stream.synchronize();
    single.push_back(microseconds([&] { work(stream); }));
    stream.synchronize();
    launched.push_back(microseconds([&] { graph.launch(stream); }));
    stream.synchronize();
    recorded.push_back(microseconds(record));
    updated.push_back(microseconds([&] { graph.update(builder); }));
  }
  return {launches, median(std::move(single)), median(std::move(launched)), median(std::move(recorded)),
          median(std::move(updated))};
}

}  // namespace

std::vector<GraphFigure> measure_graphs(const gpu::Device& device, int rounds) {
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer buffer = device.allocate(sizeof(std::uint32_t), stream);
  std::vector<GraphFigure> figures;
  for (const int launches : {1, 5, 20, 100}) {
    figures.push_back(measure(stream, buffer, launches, rounds));
  }
  stream.synchronize();
  return figures;
}

}  // namespace texelscope::app
