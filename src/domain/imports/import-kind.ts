import type { JobKind, JobRow } from "#domain/jobs/job-work.ts";
import { Problem } from "#domain/problem.ts";
import { type ImportFormatName, importFormats } from "./formats.ts";
import type { ImportFormat } from "./import-format.ts";
import { openSourceFolder } from "./source-folder.ts";

/** Imports as jobs. */
export const importKind: JobKind = {
  async open(context, job) {
    const format: ImportFormat | undefined = importFormats[job.format as ImportFormatName];
    if (!format) throw new Problem("invalid_request", `This server does not import ${job.format}.`);
    const source = await openSourceFolder(context, job);
    try {
      const { total, rows } = await format.read(source.folder);
      const withinFolder = new Paths(source.folder);
      const createsOnly = job.options["mode"] === "create";
      return {
        total,
        chunkSize: format.chunkSize,
        rows: (async function* () {
          for await (const row of rows) yield withinFolder.rename(createsOnly ? onlyCreating(row) : row);
        })(),
        [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
      };
    } catch (error) {
      await source[Symbol.asyncDispose]();
      throw new Paths(source.folder).without(error);
    }
  },
};

/** What is there already is not touched, and told. */
const onlyCreating = (row: JobRow): JobRow => ({
  ...row,
  async run(context) {
    const done = await row.run(context);
    if (done === "created") return done;
    throw new Problem(
      "already_exists",
      "It is there already. Import with the mode upsert to bring it up to the source.",
    );
  },
});

/** Where the files lie here is nobody's business: they are called as they were sent. */
class Paths {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  rename(row: JobRow): JobRow {
    return {
      name: this.#shorten(row.name),
      prepare: (context) => this.#within(async () => row.prepare?.(context)),
      run: (context) => this.#within(async () => row.run(context)),
    };
  }

  without(error: unknown): unknown {
    return error instanceof Problem ? new Problem(error.code, this.#shorten(error.message), error.details) : error;
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
