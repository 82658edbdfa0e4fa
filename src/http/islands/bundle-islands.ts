import path from "node:path";
import { sharedName } from "./islands-folder.ts";

/** The entry points of the browser modules, by their name in the browser. They share modules. */
const entries = { islands: "main.ts", player: "player/main.ts", student: "student.ts" };

/**
 * These import nothing in the browser: a service worker cannot, a page without a connection has kept one file, sign-in
 * permits one, most pages need no more than one, and the view of an MCP host is one document.
 */
const wholeEntries = {
  "app-course": "apps/course.ts",
  "app-quiz": "apps/quiz.ts",
  console: "console/main.ts",
  "docs-copy": "docs/copy.ts",
  "docs-search": "docs/search.ts",
  offline: "offline/main.ts",
  page: "page/main.ts",
  palette: "palette/main.ts",
  passkey: "passkey/main.ts",
  progress: "progress/main.ts",
  worker: "worker/main.ts",
};

/** Bundles the browser modules of `src/islands`. Returns their texts by file name. */
export async function bundleIslands(root: string): Promise<ReadonlyMap<string, string>> {
  const whole = Object.entries(wholeEntries).map(([name, file]) => bundle(root, { [name]: file }));
  return new Map((await Promise.all([bundle(root, entries), ...whole])).flat());
}

async function bundle(root: string, input: Readonly<Record<string, string>>): Promise<[string, string][]> {
  const { rolldown } = await import("rolldown");
  const folder = path.join(root, "src/islands");
  const bundled = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, path.join(folder, file)])),
    cwd: root,
    platform: "browser",
    logLevel: "silent",
    // The configuration of the type check extends a file that an image or an installation may lack.
    tsconfig: false,
    transform: { target: "es2022" },
  });
  const { output } = await bundled.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // Pages preload it by its name, which would otherwise be that of one of its modules.
    codeSplitting: { groups: [{ name: sharedName, minShareCount: 2 }] },
  });
  await bundled.close();
  return output.flatMap((file) =>
    file.type === "chunk" ? [[file.fileName, file.code] satisfies [string, string]] : [],
  );
}
