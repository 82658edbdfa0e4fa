import { createReadStream, statSync } from "node:fs";
import { mkdtemp, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { headLength, mediaTypeOf } from "#lib/files/media-type.ts";
import { removeFolder } from "#lib/files/remove-folder.ts";
import { unpackTarGz } from "./unpack-tar.ts";
import { unpackZip } from "./unpack-zip.ts";

const unpackers: Record<string, typeof unpackZip> = {
  "application/zip": unpackZip,
  "application/gzip": unpackTarGz,
};

/** Runs work on the unpacked folder of an archive, which is deleted afterwards. Other sources are passed through. */
export async function withUnpacked<Result>(source: string, work: (source: string) => Promise<Result>): Promise<Result> {
  const unpack = statSync(source, { throwIfNoEntry: false })?.isFile() ? unpackers[await typeOf(source)] : undefined;
  if (!unpack) return work(source);
  const folder = await mkdtemp(path.join(tmpdir(), "lectern-import-"));
  try {
    await unpack(createReadStream(source), folder);
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

async function typeOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return mediaTypeOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
