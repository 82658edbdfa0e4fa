import type { Scope } from "#access/scopes.ts";
import type { JobRow, JobWork } from "#domain/platform/jobs/job-work.ts";
import { type ImportFormatName, importFormatNames, importFormats } from "./formats.ts";
import type { ImportFormat } from "./import-format.ts";
import { archiveScopes } from "#domain/transfer/site-archive/owner-only.ts";
import { type CsvSource, openRecords } from "./records/open-records.ts";
import { alreadyThere } from "./records/record-import.ts";
import { type RecordFormat, recordFormats } from "./records/read/record-files.ts";
import { type RecordName, recordImports } from "./records/record-imports.ts";
import { accessScopes } from "#domain/sales/products/kinds.ts";

/** The formats of `POST /imports`. */
export const formatNames = [...importFormatNames, "site", ...recordFormats] as const;

/** The requested import: folders of a format, rows of a resource, or a whole site. */
export type JobRequest = ImportRequest | { format: "site" };

/** An import that runs row by row. */
export type ImportRequest = ({ format: ImportFormatName } | { format: RecordFormat; resource: RecordName }) & {
  /** True if existing records are left unchanged and reported as errors. */
  createsOnly?: boolean;
  /** True if paid orders give their members what they bought. */
  fulfills?: boolean;
  /** Maximum bytes of a course document. Default: that of uploaded files. */
  maxBytes?: number;
  /** True if a client requested it: the number of items is limited. */
  isBounded?: boolean;
  /** Recipients of the changes: webhook subscribers and members. */
  tells?: { events: boolean; notices: boolean };
  /** Reads a CSV file with other column names. */
  csv?: CsvSource | undefined;
};

export type ImportWork = Omit<JobWork, keyof AsyncDisposable>;

/** Returns the scopes that the caller needs. */
export const scopesOf = (requested: JobRequest): Scope[] => [
  ...new Set(["school:write" as const, ...scopesOfContent(requested)]),
];

function scopesOfContent(requested: JobRequest): readonly Scope[] {
  if ("resource" in requested) {
    const { scopes } = recordImports[requested.resource];
    return requested.fulfills ? [...scopes, ...accessScopes] : scopes;
  }
  if (requested.format === "site") return archiveScopes;
  return importFormats[requested.format].scopes;
}

/** `source`: a folder, or a file of rows. `timeZone`: that of dates without a time. */
export async function openImport(
  requested: ImportRequest,
  source: string,
  { dryRun, timeZone }: { dryRun: boolean; timeZone: string },
): Promise<ImportWork> {
  const {
    createsOnly = false,
    fulfills = false,
    isBounded = false,
    tells = { events: false, notices: false },
    csv,
  } = requested;
  if ("resource" in requested) {
    const options = { createsOnly, fulfills, dryRun, timeZone, tells, isBounded, csv };
    return openRecords(recordImports[requested.resource], { file: source, format: requested.format }, options);
  }
  const format: ImportFormat = importFormats[requested.format];
  const { total, rows } = await format.read(source, { dryRun, maxBytes: requested.maxBytes, isBounded });
  return {
    total,
    // Each course is a transaction of its own.
    chunkSize: 1,
    ...(format.pointsAtSource && { pointsAtSource: true }),
    rows: (async function* () {
      for await (const row of rows) yield createsOnly ? onlyCreating(row) : row;
    })(),
  };
}

/** Rejects rows of existing records. */
const onlyCreating = (row: JobRow): JobRow => ({
  ...row,
  async run(context) {
    const done = await row.run(context);
    if (done === "created") return done;
    throw alreadyThere();
  },
});
