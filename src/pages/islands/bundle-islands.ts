import path from "node:path";

/** The entry points of the browser modules, by their name in the browser. */
const entries = { islands: "main.ts", player: "player/main.ts", student: "student.ts" };

/** Bundles the browser modules of `src/islands`. Returns their texts by file name. */
export async function bundleIslands(root: string): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import("rolldown");
  const folder = path.join(root, "src/islands");
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(folder, file)])),
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    // The configuration of the type check extends a file that an image or an installation may lack.
    tsconfig: false,
    transform: { target: "es2022" },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code] as const] : [])));
}
