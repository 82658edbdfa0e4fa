import type { Context } from "#domain/platform/context.ts";
import { csvSourceOf } from "./columns/csv-source.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobKind, JobMaking, JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { importFormatNames } from "./formats.ts";
import { type JobRequest, openImport } from "./open-import.ts";
import { fileOf, isRecordFormat } from "./records/read/record-files.ts";
import { recordNames } from "./records/record-imports.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { openSourceFolder } from "./source-folder.ts";

export const importKind: JobKind = {
  async open(context, job) {
    const requested = await withColumns(context, requestOf(job), job);
    // An archive of a site is read as a stream, again and again.
    const source = await openSourceFolder(context, job.format === "site" ? { ...job, fileId: null } : job);
    const paths = new Paths(source.folder);
    try {
      if (requested.format === "site") {
        // Loads the operations of the whole product.
        const { openSiteImport } = await import("#domain/transfer/site-archive/import-job.ts");
        return withFolder(await openSiteImport(context, job, source.folder), source);
      }
      const environment =
        "resource" in requested ? fileOf(source.folder, requested.resource, requested.format) : source.folder;
      const timeZone = await findTimeZone(context);
      const { rows, ...work } = await openImport(requested, environment, { dryRun: job.dryRun, timeZone });
      return {
        ...work,
        rows: "resource" in requested ? paths.through(rows) : paths.renamed(rows),
        [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
      };
    } catch (error) {
      await source[Symbol.asyncDispose]();
      throw paths.without(error);
    }
  },
};

/** Adds the reader of a file with other column names. */
async function withColumns(context: Context, requested: JobRequest, { options }: JobRecord): Promise<JobRequest> {
  if (!("resource" in requested) || requested.format !== "csv") return requested;
  const csv = await csvSourceOf(context, requested.resource, options);
  return csv ? { ...requested, csv } : requested;
}

function requestOf({ format, options }: JobRecord): JobRequest {
  if (format === "site") return { format };
  const createsOnly = options["mode"] === "create";
  const folder = importFormatNames.find((name) => name === format);
  if (folder) return { format: folder, createsOnly, isBounded: true };
  const resource = recordNames.find((name) => name === options["resource"]);
  if (!resource || !isRecordFormat(format)) {
    throw new Problem("invalid_request", `This server does not support imports of ${format}.`);
  }
  const tells = { events: options["emitEvents"] === true, notices: options["notify"] === true };
  return { format, resource, createsOnly, isBounded: true, fulfills: options["fulfill"] === true, tells };
}

const withFolder = (making: JobMaking, source: AsyncDisposable): JobMaking => ({
  total: making.total,
  ...(making.restarts && { restarts: true }),
  next: (context) => making.next(context),
  async [Symbol.asyncDispose]() {
    await making[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
  },
});

/** Maps paths of the temporary folder to the uploaded names; server paths must not be exposed. */
class Paths {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async *through(rows: AsyncIterable<JobRow>): AsyncGenerator<JobRow> {
    try {
      yield* rows;
    } catch (error) {
      throw this.without(error);
    }
  }

  async *renamed(rows: AsyncIterable<JobRow>): AsyncGenerator<JobRow> {
    for await (const row of this.through(rows)) yield this.#rename(row);
  }

  without(error: unknown): unknown {
    return error instanceof Problem ? new Problem(error.code, this.#shorten(error.message), error.details) : error;
  }

  #rename(row: JobRow): JobRow {
    return {
      name: this.#shorten(row.name),
      prepare: (context) => this.#within(async () => row.prepare?.(context)),
      run: (context) => this.#within(async () => row.run(context)),
      warnings: () =>
        (row.warnings?.() ?? []).map(({ place: environment, detail }) => ({
          place: this.#shorten(environment),
          detail: this.#shorten(detail),
        })),
    };
  }

  async #within<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.without(error);
    }
  }

  #shorten(text: string): string {
    return text.replaceAll(`${this.#folder}/`, "").replaceAll(this.#folder, ".");
  }
}
