import type * as z from "zod";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { zip } from "#lib/zip/zip.ts";
import type { Row } from "../archive-format.ts";
import { changedFields, digestOf, keyOf, writablePart } from "../compare-rows.ts";
import { ExistingRows } from "../existing-rows.ts";
import type { LinkCompletion } from "../link-completion.ts";
import type { SiteImport } from "../site-import.ts";

/** Rows without an operation that creates them as they were, because they are history. */
export interface RestoredPart<Schema extends z.ZodObject = z.ZodObject> {
  /** Yields the rows of a site in ID order, in wire format. */
  rows: (context: RequestContext) => AsyncIterable<Row[]>;
  /** Fields that identify a row at its site. */
  key: readonly string[];
  /** The fields that an import writes, with the limits of the product. */
  schema: Schema;
  /** Fields that the import may leave out, such as members who were removed. */
  notCompared: readonly string[];
  /** Checks the references of rows and inserts them. Returns their IDs in wire format, or why they are not inserted. */
  insertAll(context: Context, rows: readonly z.output<Schema>[]): Promise<(string | Problem)[]>;
  /** For rows that others link to, which therefore come before some of their links. */
  links?: {
    /** Reads a row in wire format by its ID in wire format. */
    find: (context: RequestContext, id: string) => Promise<Row>;
    /** Writes the texts of a row after their links were translated. */
    write(context: Context, id: string, row: z.output<Schema>): Promise<void>;
  };
}

interface OneByOne<Schema extends z.ZodObject> extends Omit<RestoredPart<Schema>, "insertAll"> {
  /** The same for one row. Throws a problem before it writes anything. */
  insert(context: Context, row: z.output<Schema>): Promise<string>;
}

/** Erases the row type. Rows of few are inserted one by one. */
export function restoredPart<Schema extends z.ZodObject>(part: RestoredPart<Schema> | OneByOne<Schema>): RestoredPart {
  if ("insertAll" in part) return part;
  const whole: RestoredPart<Schema> = {
    ...part,
    async insertAll(context, rows) {
      const outcomes: (string | Problem)[] = [];
      for (const row of rows) outcomes.push(await orProblem(() => part.insert(context, row)));
      return outcomes;
    },
  };
  return whole;
}

/** Returns a problem that the work throws. */
export async function orProblem<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const rowsPerTransaction = 100;

/** A row that the site lacks. */
interface MissingRow {
  archived: Row;
  written: Row;
  isLinking: boolean;
  restored: Record<string, unknown>;
}

/** Restores the rows that the site lacks. One that it has with other values is reported, and left unchanged. */
export async function importRestored(run: SiteImport, name: string, part: RestoredPart): Promise<void> {
  const { key, schema, notCompared } = part;
  const read = wireReader(schema);
  const compared = (row: Row): Promise<string> => digestOf(writablePart(row, schema, notCompared));
  const existing = new ExistingRows();
  for await (const page of part.rows(run.context)) {
    for (const row of page) existing.add(keyOf(row, key), row["id"], await compared(row));
  }
  const missing: MissingRow[] = [];
  for await (const archived of run.archive.rows(name)) {
    await run.attempt(name, archived, async () => {
      const { row, isLinking } = await run.translate(archived, (one) => writablePart(one, schema));
      const written = writablePart(row, schema);
      const before = existing.take(keyOf(row, key));
      if (before) {
        run.ids.set(archived["id"], before.id);
        if (isLinking) {
          // Compared when its links are translated.
          run.count(name, "unchanged");
          await run.linking.add(name, { archived, written, isNew: false });
        } else run.compare(name, archived, before.hasDigest(await compared(row)));
        return;
      }
      const restored = read(written);
      if (restored instanceof Problem) throw restored;
      missing.push({ archived, written, isLinking, restored });
    });
    if (missing.length === rowsPerTransaction) await insertMissing(run, name, part, missing.splice(0));
  }
  await insertMissing(run, name, part, missing);
}

async function insertMissing(
  run: SiteImport,
  name: string,
  part: RestoredPart,
  missing: readonly MissingRow[],
): Promise<void> {
  if (missing.length === 0) return;
  const { context } = run;
  const rows = missing.map(({ restored }) => restored);
  const outcomes = await context.db.transaction((db) => part.insertAll({ ...context, db }, rows));
  for (const [{ archived, written, isLinking }, outcome] of zip(missing, outcomes)) {
    if (outcome instanceof Problem) {
      run.fail(name, archived, outcome);
      continue;
    }
    run.ids.set(archived["id"], outcome);
    run.count(name, "created");
    if (isLinking) await run.linking.add(name, { archived, written, isNew: true });
  }
}

/** The links of rows whose texts can be written again. */
export function linksOfRestored(name: string, part: RestoredPart): LinkCompletion {
  const { schema, notCompared, links } = part;
  const read = wireReader(schema);
  const comparedPart = (row: Row): Row => writablePart(row, schema, notCompared);
  return {
    translate: ({ ids }, archived, unknown) => ids.translate(writablePart(archived, schema), unknown),
    async save(run, { archived, written: before, isNew }, translated) {
      const id = run.ids.get(archived["id"]);
      if (id === undefined || Object.keys(await changedFields(before, translated)).length === 0) return;
      if (!links) {
        run.reportUntranslated(name, archived);
        return;
      }
      const here = isNew ? before : await links.find(run.context, id);
      const state = await run.linkStateOf(name, archived, comparedPart(here), comparedPart(translated));
      if (state !== "incomplete") return;
      const row = read(translated);
      if (row instanceof Problem) throw row;
      await run.context.db.transaction((db) => links.write({ ...run.context, db }, id, row));
    },
  };
}

/** The ID of a member of this site; null for one who is not part of the archive. */
export async function knownMember(context: Context, id: string | null): Promise<string | null> {
  return id !== null && (await findMember(context, id)) ? id : null;
}
