#include "gpu/cpu/graph/graph_program.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gpu/cpu/stream/event_point.h"

namespace texelscope::gpu::cpu {

/// The synchronization point of the lanes of one run.
class GraphProgram::Points {
 public:
  explicit Points(std::size_t count) : points_(count) {}
  [[nodiscard]] EventPoint& operator[](std::size_t node) { return points_[node]; }

 private:
  std::deque<EventPoint> points_;
};

GraphProgram::GraphProgram(const CapturedGraph& graph, const GraphHost& host)
    : GraphProgram{graph, host, std::make_shared<ConditionValues>(graph)} {}

GraphProgram::GraphProgram(const CapturedGraph& graph, const GraphHost& host,
                           std::shared_ptr<ConditionValues> conditions)
    : conditions_{std::move(conditions)}, node_count_{graph.nodes.size()} {
  std::vector<std::size_t> lane_of(node_count_);
  for (std::size_t index = 0; index < node_count_; ++index) {
    const GraphNode& node = graph.nodes[index];
    const auto own = std::ranges::find_if(node.dependencies, [&](std::size_t dependency) {
      return lanes_[lane_of[dependency]].back().node == dependency;
    });
    const std::size_t lane = own == node.dependencies.end() ? lanes_.size() : lane_of[*own];
    if (lane == lanes_.size()) {
      lanes_.emplace_back();
    }
    lane_of[index] = lane;
    Step step{index, work_of(node, host), {}};
    std::ranges::copy_if(node.dependencies, std::back_inserter(step.awaited),
                         [&](std::size_t dependency) { return lane_of[dependency] != lane; });
    lanes_[lane].push_back(std::move(step));
  }
  for (std::size_t lane = 1; lane < lanes_.size(); ++lane) {
    queues_.emplace_back();
  }
}

std::function<void()> GraphProgram::work_of(const GraphNode& node, const GraphHost& host) const {
  if (node.bodies.empty()) {
    return node.work;
  }
  std::vector<std::shared_ptr<GraphProgram>> bodies;
  for (const auto& body : node.bodies) {
    bodies.push_back(std::shared_ptr<GraphProgram>{new GraphProgram{*body, host, conditions_}});
  }
  std::function<void()> work;
  if (node.kind == GraphNodeKind::child_graph) {
    work = [child = std::move(bodies.front())] { child->run(); };
  } else {
    work = [kind = node.conditional, condition = node.condition, values = conditions_, bodies = std::move(bodies),
            is_working = host.is_working] {
      const auto value = [&] { return values->value_of(*condition); };
      if (kind == driver::ConditionalKind::while_loop) {
        while (value() != 0 && is_working()) {
          bodies.front()->run();
        }
        return;
      }
      const std::size_t chosen = kind == driver::ConditionalKind::if_else ? (value() != 0 ? 0 : 1) : value();
      if (chosen < bodies.size()) {
        bodies[chosen]->run();
      }
    };
  }
  return [work = std::move(work), host] {
    if (!host.is_working()) {
      return;
    }
    try {
      work();
    } catch (...) {
      host.fail();
    }
  };
}

void GraphProgram::launch() {
  conditions_->reset();
  run();
}

void GraphProgram::run_step(const Step& step, Points& points) {
  for (const std::size_t node : step.awaited) {
    static_cast<void>(points[node].wait());
  }
  if (step.work) {
    step.work();
  }
  points[step.node].reach();
}

void GraphProgram::run() {
  const ConditionValues::Scope scope{conditions_.get()};
  if (lanes_.size() <= 1) {
    for (const Lane& lane : lanes_) {
      for (const Step& step : lane) {
        if (step.work) {
          step.work();
        }
      }
    }
    return;
  }
  Points points(node_count_);
  // All allocations are made before other threads refer to the points.
  std::vector<const Step*> own;
  own.reserve(node_count_);
  const auto take = [&own](const Lane& lane) {
    for (const Step& step : lane) {
      own.push_back(&step);
    }
  };
  take(lanes_.front());
  for (std::size_t index = 0; index < queues_.size(); ++index) {
    const Lane& lane = lanes_[index + 1];
    bool is_scheduled = false;
    try {
      is_scheduled = queues_[index].schedule([this, &lane, &points] {
        const ConditionValues::Scope lane_scope{conditions_.get()};
        for (const Step& step : lane) {
          run_step(step, points);
        }
      });
    } catch (...) {
      // A thread could not be started: the current thread also executes its steps.
    }
    if (!is_scheduled) {
      take(lane);
    }
  }
  // In the order of the recording, no step waits for a later step of the same thread.
  std::ranges::sort(own, {}, [](const Step* step) { return step->node; });
  for (const Step* const step : own) {
    run_step(*step, points);
  }
  for (const WorkQueue& queue : queues_) {
    queue.wait();
  }
}

}  // namespace texelscope::gpu::cpu
