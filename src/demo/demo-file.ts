import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { roles } from "#access/roles.ts";
import { makeFoldersSync } from "#lib/files/make-folders.ts";

/** `demo.json` in the data folder: the sign-in data of the demo. Ids are in wire format. */
const DemoFile = z.object({
  sites: z.array(
    z.object({
      id: z.string(),
      origin: z.string(),
      name: z.string(),
      /** Acts for the first owner. Absent in files of earlier versions. */
      apiKey: z.string().optional(),
      members: z.array(z.object({ email: z.string(), password: z.string(), roles: z.array(z.enum(roles)) })),
    }),
  ),
});
export type DemoFile = z.output<typeof DemoFile>;

export const demoFilePath = (dataFolder: string) => path.join(dataFolder, "demo.json");

/** Returns undefined if the file is missing or not a demo file. */
export function readDemoFile(dataFolder: string): DemoFile | undefined {
  try {
    return DemoFile.safeParse(JSON.parse(readFileSync(demoFilePath(dataFolder), "utf8"))).data;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Replaces the file atomically and syncs it to disk. */
export function writeDemoFile(dataFolder: string, demo: DemoFile): void {
  makeFoldersSync(dataFolder);
  const file = demoFilePath(dataFolder);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  const folder = openSync(dataFolder, "r");
  fsyncSync(folder);
  closeSync(folder);
}
