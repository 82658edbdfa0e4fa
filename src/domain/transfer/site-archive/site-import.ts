import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Row } from "./archive-format.ts";
import { type LinkState, linkStateOf } from "./compare-rows.ts";
import type { SiteArchive } from "./open-site-archive.ts";
import { IdMap } from "./id-map.ts";
import { LinkingRows } from "./linking-rows.ts";

export interface ImportCounts {
  created: number;
  unchanged: number;
  /** Rows of the site with the same key and other values. They are left unchanged. */
  conflicts: number;
  failed: number;
}

/** A row that was not imported as the archive has it. */
export interface ReportedRow {
  name: string;
  detail: string;
  /** Problem of a row that was not imported. Null: it was imported otherwise than the archive has it. */
  code: string | null;
}

/** More than a person reads. */
const maxReported = 10_000;

/** Thrown inside of an import that was canceled. Its completed work is kept. */
class ImportCanceled extends Error {
  constructor() {
    super("The import was canceled.");
    this.name = "ImportCanceled";
  }
}

export interface ImportOptions {
  /** Called at the start of each step with the completed part of the import. */
  onStep?: (run: SiteImport, part: number) => void;
  /** Called within steps, which can take long. */
  onRows?: (run: SiteImport) => void;
  /** Cancels the import. */
  signal?: AbortSignal;
}

/** Rows of the archive between two calls of `onRows`. */
const rowsPerCall = 200;

/** A running import of an archive into a site. */
export class SiteImport {
  readonly archive: SiteArchive;
  /** A folder for files that belong to this import. */
  readonly folder: string;
  readonly ids: IdMap;
  readonly linking: LinkingRows;
  /** IDs of content of the archive which the site has with other values. What belongs to it is not imported. */
  readonly conflicting = new Set<unknown>();
  readonly counts: Record<string, ImportCounts> = {};
  readonly reported: ReportedRow[] = [];
  readonly #context: RequestContext;
  readonly #began = performance.now();
  readonly #options: ImportOptions;
  #rows = 0;

  constructor(context: RequestContext, archive: SiteArchive, folder: string, options: ImportOptions = {}) {
    // Subscribers and members learn nothing about history.
    const tells = { events: false, notices: false };
    this.#context = { ...context, tells, mail: undefined, restoresArchive: true };
    this.archive = {
      ...archive,
      rows: (name) => this.watched(archive.rows(name)),
      courses: () => this.watched(archive.courses()),
    };
    this.ids = new IdMap({ from: archive.manifest.site.origin, to: context.site.origin });
    this.folder = folder;
    this.linking = new LinkingRows(folder);
    this.#options = options;
  }

  /** With the current time: clients that synchronize by time also see what changes after their last request. */
  get context(): RequestContext {
    const now = new Date(this.#context.now.getTime() + performance.now() - this.#began);
    return { ...this.#context, now };
  }

  /** Throws if the import was canceled. Otherwise reports progress. */
  tick = (): void => {
    if (this.#options.signal?.aborted) throw new ImportCanceled();
    this.#options.onRows?.(this);
  };

  /** Yields the rows, reports progress, and throws if the import was canceled. */
  async *watched<Item>(rows: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const row of rows) {
      if (this.#options.signal?.aborted) throw new ImportCanceled();
      if (++this.#rows % rowsPerCall === 0) this.#options.onRows?.(this);
      yield row;
    }
  }

  /**
   * Translates the IDs of a row. `isLinking`: texts of the row link to rows that have no ID here yet. `writtenOf`: the
   * fields that the import writes.
   */
  async translate(archived: Row, writtenOf: (row: Row) => Row): Promise<{ row: Row; isLinking: boolean }> {
    const unknown = new Set<string>();
    const row = await this.ids.translate(archived, unknown);
    if (unknown.size === 0) return { row, isLinking: false };
    unknown.clear();
    await this.ids.translate(writtenOf(archived), unknown);
    return { row, isLinking: unknown.size > 0 };
  }

  /** Reports a row that cannot be written again with links to rows that came later. */
  reportUntranslated(name: string, row: Row): void {
    this.report(`${name} ${labelOf(row)}`, "It links to rows that are imported later. These links were not changed.");
  }

  count(name: string, outcome: keyof ImportCounts, rows = 1): void {
    const counts = (this.counts[name] ??= { created: 0, unchanged: 0, conflicts: 0, failed: 0 });
    counts[outcome] += rows;
  }

  report(name: string, detail: string, code: string | null = null): void {
    if (this.reported.length < maxReported) this.reported.push({ name, detail, code });
  }

  /** Counts a row that the site has, and reports it if the site has other values. */
  compare(name: string, row: Row, isSame: boolean): void {
    this.count(name, isSame ? "unchanged" : "conflicts");
    if (!isSame) this.#reportConflict(name, row);
  }

  /** Compares the links of a row of the site. A row with other links was counted as unchanged, and is a conflict. */
  async linkStateOf(name: string, archived: Row, here: Row, translated: Row): Promise<LinkState> {
    const state = await linkStateOf(here, translated, (row) => this.ids.translate(row));
    if (state === "different") {
      this.count(name, "unchanged", -1);
      this.count(name, "conflicts");
      this.#reportConflict(name, archived);
    }
    return state;
  }

  #reportConflict(name: string, row: Row): void {
    this.report(`${name} ${labelOf(row)}`, "The site has it with other values. It was not changed.", "conflict");
  }

  /** Runs the import of one row. Its problem is reported, and the other rows continue. */
  async attempt<Result>(name: string, row: Row, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.fail(name, row, error);
      return undefined;
    }
  }

  /** Counts and reports a row that was not imported. */
  fail(name: string, row: Row, problem: Problem): void {
    this.count(name, "failed");
    this.reportProblem(name, row, problem);
  }

  /** Reports a problem of a row that was imported before, or that is counted elsewhere. */
  reportProblem(name: string, row: Row, problem: Problem): void {
    this.report(`${name} ${labelOf(row)}`, explained(problem), problem.code);
  }
}

/** Returns a readable name of the row. */
export function labelOf(row: Row): string {
  const named = [
    "slug",
    "path",
    "email",
    "code",
    "number",
    "handle",
    "from",
    "filename",
    "name",
    "id",
    "member_id",
    "student_id",
  ];
  const label = named.map((field) => row[field]).find((value) => typeof value === "string");
  return label === undefined ? "" : JSON.stringify(label).slice(0, 200);
}

const explained = ({ message, details: { errors = [] } }: Problem): string =>
  errors.length > 0 ? errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" ") : message;
