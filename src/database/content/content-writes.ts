import type { Statement } from "../statements/statement.ts";
import { bookkeeping, hidden, hiddenColumns, hiddenInserts } from "./hidden-writes.ts";

/** A statement that changes public content. */
export interface ContentWrite {
  /** Index of the value that is the site. Undefined if the statement does not name it in a known form. */
  site: number | undefined;
}

const known = new WeakMap<Statement, ContentWrite | null>();

/** Returns how a statement changes public content. Null if it does not. */
export function contentWriteOf(statement: Statement): ContentWrite | null {
  if (!statement.writes) return null;
  let found = known.get(statement);
  if (found === undefined) known.set(statement, (found = analyze(statement.text)));
  return found;
}

/** Writes of a statement. Locks and the conflict clause of an insert are matched first, because they say `update` too. */
const write =
  /\bfor (?:no key )?update\b|\bdo update\b|\b(insert into|delete from|update) (?:only )?"?([a-z_]\w*)"?(?!["\w.])/gi;

/** Exported for tests. */
export function analyze(sql: string): ContentWrite | null {
  const text = sql.replaceAll(/\s+/g, " ");
  for (const { index, 0: matched, 1: verb, 2: name } of text.matchAll(write)) {
    const table = name?.toLowerCase() ?? "";
    if (verb === undefined || hidden.has(table)) continue;
    const rest = text.slice(index + matched.length);
    if (verb.toLowerCase() === "update" && setsHiddenColumns(table, rest)) continue;
    if (verb.toLowerCase() === "insert into" && hiddenInserts.has(table) && !/\bdo update\b/i.test(rest)) continue;
    return { site: siteOf(text, table) };
  }
  return null;
}

/** `rest` follows the name of the table: `set a = 1, b = 2 where …`. */
function setsHiddenColumns(table: string, rest: string): boolean {
  const columns = hiddenColumns[table];
  const assigned = columns && /^ (?:as )?(?:(?!set\b)\w+ )?set (.+)$/i.exec(rest)?.[1];
  if (assigned === undefined) return false;
  return itemsOf(assigned, / (?:from|where|returning) /iy).every((item) => {
    const column = /^"?(\w+)"? =/.exec(item)?.[1] ?? "";
    return columns?.has(column) === true || bookkeeping.has(column);
  });
}

/** Returns the position of the site: of the first condition on it, or of its value in an insert. */
function siteOf(text: string, table: string): number | undefined {
  if (table === "sites") return placeholder(/ where id = \$(\d+)/i.exec(text)?.[1]) ?? insertedAs("id", text);
  const named = /\bsite_id = \$(\d+)/i.exec(text) ?? /\bfrom sites where id = \$(\d+)/i.exec(text);
  return placeholder(named?.[1]) ?? insertedAs("site_id", text);
}

/** `insert into courses (id, site_id) values ($1, $2)`, or `select $1, $2`. */
function insertedAs(column: string, text: string): number | undefined {
  const [, columns = "", values = ""] = /\binsert into "?\w+"? \(([^)]*)\) (?:values \(|select )(.+)/i.exec(text) ?? [];
  const position = columns.split(",").findIndex((name) => name.trim().replaceAll('"', "") === column);
  const value = itemsOf(values, / from /iy)[position];
  return placeholder(/^\$(\d+)(?:::uuid)?$/.exec(value ?? "")?.[1]);
}

const placeholder = (number: string | undefined): number | undefined =>
  number === undefined ? undefined : Number(number) - 1;

/** Splits at the commas outside of parentheses, up to the closing parenthesis or a keyword. */
function itemsOf(text: string, end: RegExp): string[] {
  const items: string[] = [];
  let [depth, start, index] = [0, 0, 0];
  for (; index < text.length; index++) {
    const character = text[index];
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) break;
    else if (depth > 0) continue;
    else if (character === ",") {
      items.push(text.slice(start, index).trim());
      start = index + 1;
    } else if (character === " ") {
      end.lastIndex = index;
      if (end.test(text)) break;
    }
  }
  return [...items, text.slice(start, index).trim()];
}
