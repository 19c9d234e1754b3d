"use strict";
// Access to the images: files of a report folder, small ones in packs, or, in a self-contained page, text after the
// scripts that the browser ignores.
const reportPictures = () => {
  const element = (id) => document.getElementById(id);
  const pathOf = (result, kind) => result.pictures?.[kind] || "";
  // Embedded text is complete once an element follows it.
  const isRead = (path) => path === "" || document.readyState !== "loading" || Boolean(element(path)?.nextElementSibling);
  const isPairRead = (result) => Object.values(result.pictures || {}).every(isRead);
  const source = (path) => {
    const text = path && element(path);
    return text ? `data:${text.dataset.type};base64,${text.textContent}` : path;
  };
  const expectedOf = (result) => pathOf(result, "expected");
  const actualOf = (result) => pathOf(result, "actual") || (result.differing_pixels === 0 ? expectedOf(result) : "");

  // The argument of the call that is all a script contains.
  let received = "";
  window.texelscope_light = window.texelscope_pictures = (content) => {
    received = content;
  };
  let lastScript = Promise.resolve();
  const contentOf = (path) => {
    const text = element(path);
    if (text) {
      return Promise.resolve(text.textContent.slice(text.textContent.indexOf('"') + 1, text.textContent.lastIndexOf('"')));
    }
    // Scripts load one after another, because all of them set the same variable.
    lastScript = lastScript.then(() => new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), {src: path, onload: () => resolve(received), onerror: () => reject(new Error("cannot load " + path))});
      document.head.append(script);
      script.remove();
    }));
    const result = lastScript;
    lastScript = lastScript.catch(() => "");
    return result;
  };
  const packs = new Map();
  // Sets the source of an image, as soon as the pack that contains it is loaded.
  const paint = (image, path) => {
    const [file, index] = path.split("#");
    if (index === undefined) {
      image.src = source(path);
      return image;
    }
    if (!packs.has(file)) {
      packs.set(file, contentOf(file));
    }
    packs.get(file).then((pictures) => {
      const [ending, text] = pictures[index].split(" ");
      image.src = `data:image/${ending === "jpg" ? "jpeg" : ending};base64,${text}`;
    }, (error) => {
      image.alt = String(error.message || error);
    });
    return image;
  };

  // The light of images with more than 8 bits: planes of red, green, blue and a shared exponent.
  const readLight = async (path) => {
    const [width, height, encoded] = (await contentOf(path)).split(" ");
    const packed = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return {width: Number(width), height: Number(height), planes: new Uint8Array(await new Response(stream).arrayBuffer())};
  };
  const lights = new Map();
  const lightOf = (path) => {
    if (!lights.has(path)) {
      // The images of the displayed pair.
      if (lights.size >= 2) {
        lights.clear();
      }
      lights.set(path, readLight(path));
    }
    return lights.get(path);
  };
  const encodedSteps = 16384;
  const encoded = Uint8Array.from({length: encodedSteps + 1}, (_, step) => {
    const linear = step / encodedSteps;
    return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
  });
  const expose = (canvas, light, stops) => {
    const count = light.width * light.height;
    const picture = new ImageData(light.width, light.height);
    const scales = Float64Array.from({length: 256}, (_, exponent) => encodedSteps * 2 ** (exponent - 136 + stops));
    for (let pixel = 0; pixel < count; ++pixel) {
      const scale = scales[light.planes[3 * count + pixel]];
      for (let channel = 0; channel < 3; ++channel) {
        picture.data[4 * pixel + channel] = encoded[Math.min(encodedSteps, light.planes[channel * count + pixel] * scale) | 0];
      }
      picture.data[4 * pixel + 3] = 255;
    }
    canvas.getContext("2d").putImageData(picture, 0, 0);
  };

  return {pathOf, isPairRead, paint, expectedOf, actualOf, lightOf, expose};
};
