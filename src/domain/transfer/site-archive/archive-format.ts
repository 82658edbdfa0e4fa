import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Incremented by changes that older releases cannot read. */
export const formatVersion = 1;

export const manifestName = "manifest.json";

/** Entries of an archive, besides the manifest and the checksums. */
export const entryNames = {
  rows: (name: string, part: number) => `rows/${name}/${String(part).padStart(6, "0")}.ndjson`,
  course: (part: number) => `courses/${String(part).padStart(6, "0")}.json`,
  file: (id: string) => `files/${id}`,
};

/** The last entry of an archive. */
export const Manifest = z.object({
  format: z.literal("lectern-site"),
  formatVersion: z.number().int().min(1),
  productVersion: z.string().max(100),
  createdAt: Instant,
  site: z.object({ origin: z.url().max(300), name: z.string().max(200) }),
  /** Rows by resource. */
  counts: z.record(z.string().max(60), z.number().int().min(0)),
  /** Parts of the school that the archive lacks. */
  notIncluded: z.array(z.string().max(300)).max(100),
  /** SHA-256 of the checksums of all other entries. */
  checksums: z.string().regex(/^[\da-f]{64}$/),
});
export type Manifest = z.output<typeof Manifest>;

/** Maximum size of a course, which is in memory as a whole. Larger ones are not part of an archive. */
export const maxCourse = { bytes: 64 * 1024 * 1024, values: 1_000_000 };

/** A row in wire format. */
export type Row = Record<string, unknown>;

/** The nested rows of a row of the archive. */
export const rowsIn = (row: Row, field: string): Row[] => {
  const rows = row[field];
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
};

/** Parts of a school that an archive does not contain, for the manifest and for people. */
export const notIncluded = [
  "invitations that have expired or were revoked, and the mailed links of others",
  "sign-in: passwords and sessions (members set a new password with a link sent to their address)",
  "API keys, OAuth applications with their webhook endpoints, secrets of webhook endpoints",
  "payment providers with their credentials, and recurring charges at these providers",
  "site settings of the operator: sender address, token lifetimes, rate limits",
  "earlier versions of quizzes: attempts keep their grades and belong to the current version",
  "consulting sessions and grants of digital products that have ended",
  "audit log, analytics, webhook events, notifications",
] as const;
