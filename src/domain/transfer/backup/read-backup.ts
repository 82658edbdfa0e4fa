import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CopyTable } from "#database/copy/copy-table.ts";
import { type ArchiveCheck, type ArchiveEntry, readArchive } from "#lib/archive/read-archive.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import {
  type BackupHeader,
  type BackupManifest,
  decodeHeader,
  decodeManifest,
  headerName,
  keyOfFile,
  manifestName,
  maxChunk,
  maxDocument,
  tableOfChunk,
} from "./format.ts";

const decompress = promisify(gunzip);

/** Receives the parts of a backup in the order of the archive. */
export interface BackupVisitor {
  header(header: BackupHeader): Promise<void>;
  /** A chunk of whole rows. Chunks of one table follow each other. */
  rows(table: CopyTable, chunk: Buffer): Promise<void>;
  file(key: string, byteSize: number, content: AsyncIterable<Buffer>): Promise<void>;
}

interface Read {
  header: BackupHeader;
  manifest: BackupManifest;
}

/**
 * Reads a backup in one pass. Its checksums are verified once this returns, so the visitor's work must not take effect
 * earlier. Throws UnusableArchive.
 */
export async function readBackup(source: Readable, visitor: BackupVisitor): Promise<Read> {
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  const counted = { tables: new Set<string>(), files: 0, fileBytes: 0 };
  for await (const { entry, check } of readArchive(source)) {
    if (manifest) throw new UnusableArchive(`${entry.name} follows after its end.`);
    if (!header) {
      header = await readHeader(entry);
      await visitor.header(header);
    } else if (entry.name === manifestName) manifest = await readManifest(entry, check);
    else await visitPart(entry, header, visitor, counted);
  }
  if (!header) throw new UnusableArchive("It is empty.");
  if (!manifest) throw new UnusableArchive("It is incomplete: its end is missing.");
  const { files, tables } = manifest;
  const absent = tables.find(({ name, rows }) => rows > 0 && !counted.tables.has(name));
  if (absent) throw new UnusableArchive(`The rows of ${absent.name} are missing.`);
  if (files.count !== counted.files || files.bytes !== counted.fileBytes) {
    throw new UnusableArchive(`It should have ${files.count} files, and has ${counted.files}.`);
  }
  return { header, manifest };
}

async function readHeader(entry: ArchiveEntry): Promise<BackupHeader> {
  if (entry.name !== headerName) throw new UnusableArchive("It is not a backup of Lectern.");
  return decodeHeader(await entry.read(maxDocument));
}

async function readManifest(entry: ArchiveEntry, check: ArchiveCheck): Promise<BackupManifest> {
  const manifest = decodeManifest(await entry.read(maxDocument));
  if (check.pending > 0 || check.checksums() !== manifest.checksums) {
    throw new UnusableArchive("Its checksums do not match its manifest.");
  }
  return manifest;
}

async function visitPart(
  entry: ArchiveEntry,
  { tables }: BackupHeader,
  visitor: BackupVisitor,
  counted: { tables: Set<string>; files: number; fileBytes: number },
): Promise<void> {
  const key = keyOfFile(entry.name);
  if (key !== undefined) {
    await visitor.file(key, entry.size, entry.content);
    counted.files++;
    counted.fileBytes += entry.size;
    return;
  }
  const name = tableOfChunk(entry.name);
  const table = tables.find((candidate) => candidate.name === name);
  if (!table) throw new UnusableArchive(`It contains ${entry.name}, which belongs to no backup.`);
  const compressed = await entry.read(maxChunk);
  const chunk = await decompress(compressed, { maxOutputLength: maxChunk }).catch((cause: unknown) => {
    throw new UnusableArchive(`${entry.name} is damaged.`, { cause });
  });
  counted.tables.add(table.name);
  await visitor.rows(table, chunk);
}
