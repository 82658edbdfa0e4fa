import { hash } from "node:crypto";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { storeObject } from "#domain/platform/storage/objects.ts";
import type { JobRecord, StoredResult } from "#domain/platform/jobs/job.ts";
import { keepResult } from "#domain/platform/jobs/job-result.ts";
import type { JobKind, JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { exportArchive } from "./export-archive.ts";
import { findPersonOf } from "./person.ts";

/** Personal data export as a job with one row, the archive. */
export const memberExportKind: JobKind = {
  open: (_context, job) =>
    Promise.resolve({
      total: 1,
      chunkSize: 1,
      // oxlint-disable-next-line require-await -- the job runner reads rows from an asynchronous iterable
      rows: (async function* () {
        yield new Archive(job);
      })(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
};

class Archive implements JobRow {
  readonly name = "archive";
  readonly #job: JobRecord;
  #made: Omit<StoredResult, "expiresAt"> | undefined;

  constructor(job: JobRecord) {
    this.#job = job;
  }

  async prepare(context: RequestContext): Promise<void> {
    const { subjectId } = this.#job;
    const person = subjectId === null ? undefined : await findPersonOf(context, subjectId);
    if (!person) throw new Problem("not_found", "The person is no longer a member.");
    const bytes = await exportArchive(context, person);
    const facts = {
      byteSize: bytes.length,
      sha256: hash("sha256", bytes, "buffer"),
      contentType: "application/zip",
    };
    async function* once() {
      yield bytes;
    }
    const objectId = await storeObject(context, once(), facts);
    this.#made = { objectId, filename: archiveName(context), ...facts };
  }

  async run(context: Context): Promise<"created"> {
    if (!this.#made) throw new Error("The archive was not prepared.");
    await keepResult(context, this.#job.id, this.#made);
    return "created";
  }
}

/** `personal-data-2026-11-21.zip` */
export const archiveName = ({ now }: Pick<Context, "now">): string =>
  `personal-data-${now.toISOString().slice(0, 10)}.zip`;
