/** A piece of SQL and the values it binds. Pieces nest; a value never becomes text. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Sql(strings, values);

/** Joins pieces with commas. */
const list = (pieces: readonly Sql[]) =>
  new Sql(["", ...Array<string>(Math.max(pieces.length - 1, 0)).fill(", "), ""].slice(0, pieces.length + 1), pieces);

/** `(a, b) values ($1, $2), …`: records of one shape, keys in camel case. */
export function rows(...records: readonly Record<string, unknown>[]) {
  const columns = Object.keys(records[0]!);
  const tuples = records.map((record) => sql`(${list(columns.map((column) => sql`${record[column]}`))})`);
  return sql`(${list(columns.map(identifier))}) values ${list(tuples)}`;
}

/** Records as `jsonb_populate_recordset(null::table, …)` reads them: what is in their fields stays as it is. */
export const recordset = (records: readonly object[]): string =>
  JSON.stringify(
    records.map((record) => Object.fromEntries(Object.entries(record).map(([key, value]) => [columnOf(key), value]))),
  );

/** `a = $1, b = $2` for the fields that are present. */
export const assignments = (changes: Record<string, unknown>) =>
  list(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${identifier(column)} = ${value}`),
  );

/** The name of a column or a table, in camel case or as it is. */
export const identifier = (column: string) => new Sql([`"${columnOf(column).replaceAll('"', '""')}"`], []);

const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
