import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Context } from "#domain/platform/context.ts";
import { readObject } from "#domain/platform/storage/objects.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { Problem } from "#domain/platform/problem.ts";
import { removeFolder } from "#lib/files/remove-folder.ts";
import { requireSourcePath } from "./source-path.ts";
import { unpackTarGz } from "./archives/unpack-tar.ts";
import { unpackZip } from "./archives/unpack-zip.ts";

/** Files sent within a request. */
export type InlineFiles = readonly { path: string; content: string }[];

/** The source of an import as a folder, deleted on disposal. */
export interface SourceFolder extends AsyncDisposable {
  folder: string;
}

/** The folder name contains site and job, so that leftovers can be identified. */
export const sourceFolderPattern = /^lectern-import-job-([\da-f-]{36})-([\da-f-]{36})-\w{6}$/;

/** Creates the folder from a file of the site (a single file or an archive), or from files in the request. */
export async function openSourceFolder(
  context: Context,
  { id, fileId, objectId }: { id: string; fileId: string | null; objectId: string | null },
): Promise<SourceFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `lectern-import-job-${context.site.id}-${id}-`));
  const source = {
    folder,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  };
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The object holds the files that the request was checked for.
    if (objectId !== null) await layOut(folder, (await json(await readObject(context, objectId))) as InlineFiles);
    else if (fileId !== null) await layOutFile(context, folder, fileId);
    return source;
  } catch (error) {
    await source[Symbol.asyncDispose]();
    throw error;
  }
}

async function layOut(folder: string, files: InlineFiles): Promise<void> {
  for (const file of files) {
    const target = path.join(folder, requireSourcePath(file.path));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.content, { flag: "wx" });
  }
}

async function layOutFile(context: Context, folder: string, fileId: string): Promise<void> {
  const file = await findFile(context, fileId);
  if (!file) throw new Problem("not_found", "The uploaded file of this import was deleted.");
  const bytes = await readObject(context, file.objectId);
  if (file.contentType === "application/zip") return unpackZip(bytes, folder);
  if (file.contentType === "application/gzip") return unpackTarGz(bytes, folder);
  await pipeline(bytes, createWriteStream(path.join(folder, requireSourcePath(file.filename)), { flags: "wx" }));
}
