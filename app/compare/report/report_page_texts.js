"use strict";
const element = (id) => document.getElementById(id);
const limit = (value, least, most) => Math.min(most, Math.max(least, value));
const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
// Shows which button of a group is pressed.
const press = (group, attribute, value) => {
  for (const button of element(group).children) {
    button.classList.toggle("on", button.dataset[attribute] === value);
  }
};
// Known failures neither pass nor fail.
const hasFailed = (result) => !result.passed && !result.known_failure;
// The strings that describe a pair.
const reportTexts = () => {
  const number = (value, digits) => (value === null ? "∞" : value === undefined ? "–" : Number(value.toFixed(digits)).toString());
  const short = (count) => (count < 10000 ? String(count) : count < 1e6 ? Math.round(count / 1000) + "k" : (count / 1e6).toFixed(1) + "M");
  const peakOf = (result) => ({uint8: 255, uint16: 65535})[result.type];

  // The figures of images of different sizes are those of their common part.
  const measured = (result) => result.common_part || result;
  // Without clusters, the largest error counts as one.
  const clustersOf = (pair) => {
    const result = measured(pair);
    if (result.clusters?.length > 0) {
      return result.clusters;
    }
    return result.differing_pixels > 0 ? [{bounds: [...result.max_error_at, 1, 1], max_error: result.max_error}] : [];
  };

  const sizeText = ([width, height]) => `${width}×${height}`;
  const figures = (pair) => {
    const list = pair.sizes ? [["Sizes", `${sizeText(pair.sizes.expected)} → ${sizeText(pair.sizes.actual)} (${pair.change})`]] : [];
    const result = measured(pair);
    if (!result.width) {
      return list;
    }
    list.push([pair.common_part ? "Common part" : "Size", `${result.width}×${result.height}, ${result.type}`], ["Differing pixels", `${result.differing_pixels} of ${result.pixels}`]);
    if (result.differing_pixels > 0) {
      list.push(["Failing pixels", result.failing_pixels], ["Maximum error", `${number(result.max_error, 5)} at (${result.max_error_at.join(", ")})`],
        ["Mean error", number(result.mean_error, 6)], ["PSNR", (result.psnr === null ? "−∞" : number(result.psnr, 2)) + " dB"]);
      for (const [name, value, digits] of [["Antialiased pixels", result.antialiased_pixels || undefined, 0], ["Color difference", result.max_color_difference, 2],
        ["SSIM", result.ssim, 6], ["ꟻLIP mean", result.flip?.mean, 6], ["ꟻLIP 95 %", result.flip?.percentile_95, 5], ["ꟻLIP maximum", result.flip?.max, 5]]) {
        if (value !== undefined) {
          list.push([name, number(value, digits)]);
        }
      }
    }
    return list;
  };

  return {number, short, peakOf, measured, clustersOf, figures};
};
