#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/gpu/layout/axis_slices.h"
#include "tests/gpu/view/copied_views.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"

namespace texelscope::gpu {
namespace {

using tests::backwards;
using tests::Bytes;

class GraphCopyOnEach : public tests::DeviceTest {};

TEST_P(GraphCopyOnEach, ReplaysCopiesOfEveryPlanWithCurrentSourceData) {
  const AxisSlice every_third{std::nullopt, std::nullopt, 3};
  const std::vector<std::pair<StridedLayout, StridedLayout>> copies{
      {StridedLayout({40, 50}, 4), StridedLayout({40, 50}, 4)},
      {StridedLayout({40, 200}, 4).sliced({AxisSlice::all(), {0, 50, 1}}), StridedLayout({40, 50}, 4)},
      {StridedLayout({40, 50}, 4).sliced({backwards, backwards}), StridedLayout({40, 50}, 4)},
      {StridedLayout({7, 3000}, 2).sliced({AxisSlice::all(), every_third}), StridedLayout({7, 1000}, 2)},
      {StridedLayout({60, 50, 3}, 1).permuted({2, 0, 1}), StridedLayout({3, 60, 50}, 1)},
      {StridedLayout({96, 80}, 4).permuted({1, 0}), StridedLayout({80, 96}, 4)},
      {StridedLayout({9, 8, 7, 6}, 1).permuted({3, 1, 2, 0}), StridedLayout({6, 8, 7, 9}, 1)},
      {StridedLayout({11, 13, 5}, 24).permuted({2, 0, 1}).sliced({backwards}), StridedLayout({5, 11, 13}, 24)},
  };
  std::mt19937_64 random{5};
  std::set<CopyMethod> methods;
  for (const auto& [from, to] : copies) {
    SCOPED_TRACE(to_string(from) + " into " + to_string(to));
    methods.insert(plan_copy(from, to).method);
    const tests::Placement source_place = tests::place(from);
    const tests::Placement destination_place = tests::place(to);
    const Buffer source_memory = device().allocate(source_place.size, stream());
    const Buffer destination_memory = device().allocate(destination_place.size, stream());
    const GraphBuilder builder = device().create_graph_builder();
    builder.begin();
    tests::view_of(destination_memory, to, destination_place)
        .copy_from(tests::view_of(source_memory, from, source_place), builder);
    builder.end();
    EXPECT_EQ(builder.node_kinds().size(), 1U);
    const Graph graph = builder.complete();
    for (int round = 0; round < 2; ++round) {
      const Bytes source = tests::noise(source_place.size, random);
      Bytes destination = tests::noise(destination_place.size, random);
      const Bytes wanted = tests::copied(source, from, source_place, destination, to, destination_place);
      source_memory.copy_from(source, stream());
      destination_memory.copy_from(destination, stream());
      graph.launch(stream());
      destination_memory.copy_to(destination, stream());
      stream().synchronize();
      EXPECT_EQ(tests::difference(destination, wanted), "");
    }
  }
  EXPECT_EQ(methods, (std::set{CopyMethod::linear, CopyMethod::rows, CopyMethod::channels, CopyMethod::tiles,
                               CopyMethod::elements}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GraphCopyOnEach);

}  // namespace
}  // namespace texelscope::gpu
