import * as z from "zod";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";

/** Version of the archive format. A release reads this version and earlier ones. */
const formatVersion = 1;

export const headerName = "backup.json";
export const manifestName = "manifest.json";

/** Longer than the header of any schema, and than the manifest. */
export const maxDocument = 16 * 1024 * 1024;

/** Longer than any value that PostgreSQL accepts. */
export const maxChunk = 2 ** 30;

const TableName = z.string().regex(/^(graphile_worker\.)?[a-z_][a-z0-9_]{0,62}$/);

/** First entry. It decides whether the archive can be restored here. */
const Header = z.object({
  format: z.literal("lectern backup"),
  formatVersion: z.int().positive(),
  /** Version of Lectern that made the backup. */
  lectern: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()).min(1),
  /** Fingerprint of the secret key, in hexadecimal; null before its first use. */
  secretKeyFingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  tables: z.array(z.object({ name: TableName, columns: z.array(z.string()).min(1) })),
});

const Count = z.int().min(0);

/** Last entry: the numbers with which every part of the archive is compared. */
const Manifest = z.object({
  tables: z.array(z.object({ name: TableName, rows: Count, bytes: Count, digest: z.string().regex(/^[0-9a-f]{64}$/) })),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string().regex(/^\d+$/) })),
  files: z.object({ count: Count, bytes: Count }),
  /** Files that the database names and that the storage did not have. */
  missingFiles: z.object({ count: Count, examples: z.array(z.string()) }),
  /** SHA-256 of all checksum entries. */
  checksums: z.string(),
});

export type BackupHeader = z.infer<typeof Header>;
export type BackupManifest = z.infer<typeof Manifest>;
export type TableSum = BackupManifest["tables"][number];

export const newHeader = (facts: Omit<BackupHeader, "format" | "formatVersion">): BackupHeader => ({
  format: "lectern backup",
  formatVersion,
  ...facts,
});

export const encodeDocument = (document: BackupHeader | BackupManifest): Buffer =>
  Buffer.from(`${JSON.stringify(document, null, 2)}\n`);

export function decodeHeader(bytes: Buffer): BackupHeader {
  const document = parse(bytes);
  const stated = z.object({ format: z.literal("lectern backup"), formatVersion: z.int() }).safeParse(document);
  if (stated.success && stated.data.formatVersion > formatVersion) {
    throw new UnusableArchive("It was made by a newer version of Lectern. Use that version, or a later one.");
  }
  const header = Header.safeParse(document);
  if (header.success) return header.data;
  throw new UnusableArchive("It is not a backup of Lectern.");
}

export function decodeManifest(bytes: Buffer): BackupManifest {
  const manifest = Manifest.safeParse(parse(bytes));
  if (manifest.success) return manifest.data;
  throw new UnusableArchive("Its manifest is damaged.");
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const chunkPattern = /^database\/([a-z0-9_.]+)\/(\d{6,})\.copy\.gz$/;
const filePattern = /^files\/([0-9a-f-]{36}\/[0-9a-f-]{36})$/;

export const chunkName = (table: string, number: number): string =>
  `database/${table}/${String(number).padStart(6, "0")}.copy.gz`;
export const tableOfChunk = (name: string): string | undefined => chunkPattern.exec(name)?.[1];

export const fileName = (key: string): string => `files/${key}`;
export const keyOfFile = (name: string): string | undefined => filePattern.exec(name)?.[1];
