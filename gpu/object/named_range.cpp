#include "texelscope/gpu/named_range.h"

#include "gpu/driver/device_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {

NamedRange::NamedRange(const Device& device, const std::string& name) : device_{device.box()} {
  DeviceBox& box = require_open(device_, "device");
  require_name(box, name, "range");
  box.call(driver::RangePush{name.c_str()});
}

NamedRange::~NamedRange() { device_->clean_up(driver::RangePop{}); }

}  // namespace texelscope::gpu
