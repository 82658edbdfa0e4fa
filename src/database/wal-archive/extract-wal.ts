import { lchown, open } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import type { RunAs } from "../embedded/run-as.ts";
import type { WalPart } from "./archive-names.ts";
import { segmentName } from "./wal-segments.ts";

const decompress = promisify(gunzip);

/** Parts that are read at the same time. Latency of the storage dominates the time of small parts. */
const concurrent = 8;

interface Target {
  /** The data directory. */
  cluster: string;
  timeline: number;
  segmentSize: bigint;
  owner: RunAs | undefined;
}

/** Writes parts of the WAL into segments, whose remaining bytes are zero. Throws UnusableArchive. */
export async function extractWal(
  folder: ArchiveFolder,
  parts: readonly WalPart[],
  target: Target,
  onProgress: (part: number) => void,
): Promise<void> {
  for (let first = 0; first < parts.length; first += concurrent) {
    onProgress(first / parts.length);
    const read = parts
      .slice(first, first + concurrent)
      .map(async (part) => ({ part, bytes: await readPart(folder, part) }));
    for (const { part, bytes } of await Promise.all(read)) await writePart(part, bytes, target);
  }
  onProgress(1);
}

async function readPart(folder: ArchiveFolder, { name, start, end }: WalPart): Promise<Buffer> {
  const size = Number(end - start);
  const { bytes } = await folder.location(name).open();
  const compressed = await buffer(bytes);
  const content = await decompress(compressed, { maxOutputLength: size }).catch((cause: unknown) => {
    throw new UnusableArchive(`${name} is damaged.`, { cause });
  });
  if (content.length !== size) throw new UnusableArchive(`${name} is incomplete.`);
  return content;
}

async function writePart({ start }: WalPart, bytes: Buffer, { cluster, timeline, segmentSize, owner }: Target) {
  const file = path.join(cluster, "pg_wal", segmentName(timeline, start, segmentSize));
  const offset = Number(start % segmentSize);
  // The first part of a segment creates it.
  const handle = await open(file, offset === 0 ? "w" : "r+", 0o600);
  try {
    if (offset === 0) await handle.truncate(Number(segmentSize));
    await handle.write(bytes, 0, bytes.length, offset);
  } finally {
    await handle.close();
  }
  if (offset === 0 && owner) await lchown(file, owner.uid, owner.gid);
}
