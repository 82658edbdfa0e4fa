import { columnOf, Sql } from "../statements/sql.ts";
import { hidden, hiddenInserts, isHiddenUpdate } from "./hidden-writes.ts";

/** The text around the marked value. Frozen like template literals, so that a statement with it compiles only once. */
const mark: readonly string[] = Object.freeze(["", ""]);

/**
 * The site in a statement that changes what public pages show: `where site_id = ${contentOf(site.id)}`. The transaction
 * then raises the version of its public content (`raise-version.ts`). The tests parse all statements and report those
 * that change public content without it.
 */
export const contentOf = (siteId: string): Sql => new Sql(mark, [siteId]);

/** The site in a statement on a table that the code does not name, or in an update with fields of input (`assignments`). */
export function contentIn(table: Sql | string, siteId: string, changes?: object): Sql | string {
  const name = table instanceof Sql ? table.strings.join("") : table;
  return (changes ? isHiddenUpdate(name, columnsOf(changes)) : hidden.has(name)) ? siteId : contentOf(siteId);
}

/** `contentIn` for new rows. */
export const contentOfNew = (table: string, siteId: string): Sql | string =>
  hiddenInserts.has(table) ? siteId : contentIn(table, siteId);

const columnsOf = (changes: object): string[] =>
  Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : columnOf(field)));

/** Returns true for the text of a fragment that `contentOf` returned. */
export const marksContent = (strings: readonly string[]): boolean => strings === mark;
