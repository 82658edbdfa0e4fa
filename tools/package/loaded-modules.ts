import { globSync, realpathSync } from "node:fs";
import path from "node:path";

/** Packages that load modules by names that they compute, that the server reads as files, or that it requires. */
const computed =
  /^(any-ascii|bidi-js|fontkit|graphile-worker|highlight\.js|hls\.js|pdfkit|pg|pino|pino-.*|thread-stream|wawoff2)$/;

/** A module. Other files of a package, such as fonts and data, are read by their path. */
const script = /\.[cm]?js$/;

/**
 * Returns a test for the files of packages that the programs of a compiled server load: modules that they import, and
 * everything that is no module. Packages contain each module several times, for `import` and `require`, and modules for
 * unused features.
 *
 * `folder`: its `build` imports packages from its `node_modules`, which may be a link.
 */
export async function loadedModulesOf(folder: string): Promise<(file: string) => boolean> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: globSync("build/*.mjs", { cwd: folder }).map((file) => path.join(folder, file)),
    cwd: folder,
    platform: "node",
    // Every import counts, used or not: Node.js loads it.
    treeshake: false,
    logLevel: "silent",
    external: (id) => id.endsWith(".node"),
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const packages = realpathSync(path.join(folder, "node_modules"));
  const loaded = new Set(
    output
      .flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))
      .map((id) => path.relative(packages, id.replace(/^\0/, "").replace(/\?.*$/, "")).replaceAll(path.sep, "/")),
  );
  return (file) => {
    const inside = file.replace(/^node_modules\//, "");
    return !script.test(file) || computed.test(packageOf(inside)) || loaded.has(inside);
  };
}

/** `node_modules/a/node_modules/@b/c/d.js` is a file of `@b/c`. */
function packageOf(file: string): string {
  const [, own = file] = /^(?:.*\/)?node_modules\/(.+)$/.exec(file) ?? [];
  return own
    .split("/")
    .slice(0, own.startsWith("@") ? 2 : 1)
    .join("/");
}
