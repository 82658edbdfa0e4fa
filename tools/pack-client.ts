import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { stageClient } from "./package/client.ts";
import { readManifest } from "./package/manifest.ts";
import { root, withFolder } from "./package/stage.ts";

/*
 * Packs `@lectern/cli`, the command for machines without an installation (docs/decisions/0097):
 *
 *   npm run build:client -- dist
 */

/** Packs the client into a folder and returns the file. */
export async function packClient(
  into: string,
  version = readManifest(path.join(root, "package.json")).version,
): Promise<string> {
  return withFolder(async (folder) => {
    await stageClient(folder, version);
    const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", path.resolve(into)];
    return path.resolve(into, execFileSync("npm", words, { cwd: folder, encoding: "utf8" }).trim());
  });
}

if (import.meta.main) {
  const into = process.argv[2] ?? "dist";
  mkdirSync(into, { recursive: true });
  console.log(await packClient(into));
}
