// Compares pairs of PNG files with pixelmatch and looks-same. Reads {folder, names, pixelmatch: [options…], looks_same: [options…]} as
// JSON from standard input; prints {peer: {version, values: [a list for each set of options]}}; a value is the number of pixels that differ.
// Usage: node image_pair_peers.mjs NODE_MODULES
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(resolve(process.argv[2]), "none.js"));
const version = (name) => JSON.parse(readFileSync(join(process.argv[2], name, "package.json"), "utf8")).version;
const request = JSON.parse(readFileSync(0, "utf8"));
const files = (name) => ["expected", "actual"].map((side) => join(request.folder, side, `${name}.png`));
const result = {};

async function attempt(name, measure) {
  try {
    result[name] = { version: version(name), values: await measure() };
  } catch (error) {
    result[name] = { why: String(error.message).split("\n")[0] };
  }
}

await attempt("pixelmatch", async () => {
  const { PNG } = require("pngjs");
  const pixelmatch = (await import(pathToFileURL(require.resolve("pixelmatch")))).default;
  const pairs = request.names.map((name) => files(name).map((file) => PNG.sync.read(readFileSync(file))));
  return request.pixelmatch.map((options) =>
    pairs.map(([expected, actual]) => pixelmatch(expected.data, actual.data, null, expected.width, expected.height, options)));
});

await attempt("looks-same", async () => {
  const looksSame = require("looks-same");
  const lists = [];
  for (const options of request.looks_same) {
    const values = [];
    for (const name of request.names) {
      const { equal, differentPixels } = await looksSame(...files(name), { ...options, createDiffImage: true });
      values.push(equal ? 0 : differentPixels);
    }
    lists.push(values);
  }
  return lists;
});

console.log(JSON.stringify(result));
