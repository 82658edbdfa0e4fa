import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

export const pageSize = 500;

/** Yields pages of rows in the order of their key. `find` returns at most `size` rows after a position. */
export async function* keysetPages<Position, Row extends Position>(
  start: Position,
  find: (after: Position) => Promise<Row[]>,
  size = pageSize,
): AsyncGenerator<Row[], void, undefined> {
  for (let after = start; ;) {
    const page = await find(after);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = last;
  }
}

interface DuePosition {
  dueAt: Date;
  id: string;
}

type DueRow = DuePosition & { siteId: string };

interface DueWork extends Pick<Context, "now" | "mail"> {
  /** Returns the next due rows of all sites, at most `pageSize`, by `due_at` and `id`. */
  find: (after: DuePosition) => Promise<DueRow[]>;
  /** Loads the code that processes a row in its own transaction. It returns false if the row was no longer due. */
  loadProcess: () => Promise<(context: Context, id: string) => Promise<boolean>>;
  /** Plural of the rows, for the error. */
  rows: string;
}

/** Midnight of 0001-01-01. */
const start = { dueAt: new Date(-62_135_596_800_000), id: nilUuid };

/**
 * Processes due rows of all sites, each in its own transaction. A failed row does not block the others, and the next
 * run retries it. Returns the number of processed rows.
 */
export async function forEachDue(db: Database, { now, mail, find, loadProcess, rows }: DueWork): Promise<number> {
  const failures: unknown[] = [];
  let total = 0;
  for await (const page of keysetPages(start, find)) {
    if (page.length === 0) break;
    const process = await loadProcess();
    for (const { siteId, id } of page) {
      const site = await readSite(db, siteId);
      try {
        if (await db.transaction((inside) => process({ ...systemContext(inside, site, now), mail }, id))) total++;
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${rows} could not be processed.`);
  return total;
}
