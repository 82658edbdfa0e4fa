import type { Scope } from "#access/scopes.ts";
import type { JobRow, JobWork } from "#domain/platform/jobs/job-work.ts";
import { type ImportFormatName, importFormatNames, importFormats } from "./formats.ts";
import type { ImportFormat } from "./import-format.ts";
import { ouladScopes } from "./oulad/oulad-making.ts";
import { openRecords } from "./records/open-records.ts";
import { alreadyThere } from "./records/record-import.ts";
import { type RecordFormat, recordFormats } from "./records/record-files.ts";
import { type RecordName, recordImports } from "./records/record-imports.ts";

/** Everything that `POST /imports` takes. */
export const formatNames = [...importFormatNames, "oulad", ...recordFormats] as const;

/** What is to be brought in: what folders of some format hold, rows of one resource, or a data set as a whole. */
export type JobAsked = ImportAsked | { format: "oulad" };

/** What is done row by row. */
export type ImportAsked = ({ format: ImportFormatName } | { format: RecordFormat; resource: RecordName }) & {
  /** Whether what is there already stays as it is, and is told. */
  createsOnly?: boolean;
  /** Whether subscribers and members hear of rows. */
  tells?: { events: boolean; notices: boolean };
};

export type ImportWork = Omit<JobWork, keyof AsyncDisposable>;

/** What it needs, as whoever asks for it. */
export const scopesOf = (requested: JobAsked): Scope[] => ["school:write", ...scopesOfContent(requested)];

function scopesOfContent(requested: JobAsked): readonly Scope[] {
  if ("resource" in requested) return recordImports[requested.resource].scopes;
  return requested.format === "oulad" ? ouladScopes : importFormats[requested.format].scopes;
}

/** `source`: a folder, or a file of rows. */
export async function openImport(requested: ImportAsked, source: string, { dryRun = false } = {}): Promise<ImportWork> {
  const { createsOnly = false, tells = { events: false, notices: false } } = requested;
  if ("resource" in requested) {
    const options = { createsOnly, dryRun, tells };
    return openRecords(recordImports[requested.resource], { file: source, format: requested.format }, options);
  }
  const format: ImportFormat = importFormats[requested.format];
  const { total, rows } = await format.read(source, { dryRun });
  return {
    total,
    chunkSize: format.chunkSize,
    ...(format.pointsAtSource && { pointsAtSource: true }),
    rows: (async function* () {
      for await (const row of rows) yield createsOnly ? onlyCreating(row) : row;
    })(),
  };
}

/** What is there already is not touched, and told. */
const onlyCreating = (row: JobRow): JobRow => ({
  ...row,
  async run(context) {
    const done = await row.run(context);
    if (done === "created") return done;
    throw alreadyThere();
  },
});
