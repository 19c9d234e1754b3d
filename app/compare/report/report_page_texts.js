"use strict";
// Known failures neither pass nor fail.
const hasFailed = (result) => !result.passed && !result.known_failure;
// The strings that describe a pair.
const reportTexts = () => {
  const number = (value, digits) => (value === null ? "∞" : value === undefined ? "–" : Number(value.toFixed(digits)).toString());
  const short = (count) => (count < 10000 ? String(count) : count < 1e6 ? Math.round(count / 1000) + "k" : (count / 1e6).toFixed(1) + "M");
  const peakOf = (result) => ({uint8: 255, uint16: 65535})[result.type];

  // Without clusters, the largest error counts as one.
  const clustersOf = (result) => {
    if (result.clusters?.length > 0) {
      return result.clusters;
    }
    return result.differing_pixels > 0 ? [{bounds: [...result.max_error_at, 1, 1], max_error: result.max_error}] : [];
  };

  const figures = (result) => {
    if (!result.width) {
      return [];
    }
    const list = [["Size", `${result.width}×${result.height}, ${result.type}`], ["Differing pixels", `${result.differing_pixels} of ${result.pixels}`]];
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

  return {number, short, peakOf, clustersOf, figures};
};
