import { createWriteStream } from "node:fs";
import { chmod, lchown, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as z from "zod";
import { type ArchiveCheck, type ArchiveEntry, readArchive } from "#lib/archive/read-archive.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import type { RunAs } from "../embedded/run-as.ts";
import { clusterPrefix, manifestName } from "./copy-cluster.ts";

const Manifest = z.object({ folders: z.array(z.string()), files: z.int(), checksums: z.string() });

const maxManifest = 16 * 1024 * 1024;

/** Nothing of an archive may be written outside of the target. */
const safePath = /^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/;

/** Writes the files of a copy into a new data directory, and verifies their checksums. Throws UnusableArchive. */
export async function extractCopy(source: Readable, target: string, owner: RunAs | undefined): Promise<void> {
  const folders = new Set<string>();
  const own = async (file: string) => owner && lchown(file, owner.uid, owner.gid);

  async function makeFolder(name: string): Promise<void> {
    if (folders.has(name)) return;
    if (name !== "") await makeFolder(parentOf(name));
    folders.add(name);
    const folder = path.join(target, name);
    await mkdir(folder, { mode: 0o700 });
    // The mode of a new folder depends on the umask.
    await chmod(folder, 0o700);
    await own(folder);
  }

  async function writeEntry({ name, content }: ArchiveEntry): Promise<void> {
    const below = requireSafe(name.startsWith(clusterPrefix) ? name.slice(clusterPrefix.length) : "");
    await makeFolder(parentOf(below));
    const file = path.join(target, below);
    await pipeline(content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    await own(file);
  }

  const bytes = createGunzip();
  source.on("error", (error) => bytes.destroy(error));
  let files = 0;
  let manifest: z.infer<typeof Manifest> | undefined;
  try {
    for await (const { entry, check } of readArchive(source.pipe(bytes))) {
      if (manifest) throw new UnusableArchive(`${entry.name} follows after its end.`);
      if (entry.name === manifestName) {
        manifest = await readManifest(entry, check);
        continue;
      }
      await writeEntry(entry);
      files++;
    }
  } catch (error) {
    throw isOfGzip(error) ? new UnusableArchive("The copy of the data folder is damaged.", { cause: error }) : error;
  }
  if (!manifest) throw new UnusableArchive("The copy of the data folder is incomplete: its end is missing.");
  if (manifest.files + 1 !== files) throw new UnusableArchive("Files of the copy of the data folder are missing.");
  for (const name of manifest.folders) await makeFolder(requireSafe(name));
}

async function readManifest(entry: ArchiveEntry, check: ArchiveCheck): Promise<z.infer<typeof Manifest>> {
  const manifest = Manifest.safeParse(JSON.parse((await entry.read(maxManifest)).toString()));
  if (!manifest.success) throw new UnusableArchive("The manifest of the copy is damaged.");
  if (check.pending > 0 || check.checksums() !== manifest.data.checksums) {
    throw new UnusableArchive("The checksums of the copy do not match its manifest.");
  }
  return manifest.data;
}

const parentOf = (name: string): string => (name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "");

function requireSafe(name: string): string {
  if (safePath.test(name)) return name;
  throw new UnusableArchive("The copy contains a file that does not belong to a data folder.");
}

/** Errors of zlib. */
const isOfGzip = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");
