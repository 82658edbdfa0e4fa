/** A SQL fragment with its bound values. Fragments nest; a value never becomes part of the text. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Sql(strings, values);

const joinedByCommas = (pieces: readonly Sql[]) =>
  new Sql(["", ...Array<string>(Math.max(pieces.length - 1, 0)).fill(", "), ""].slice(0, pieces.length + 1), pieces);

/** Returns `(a, b) values ($1, $2), …` for records of one shape, keys in camel case. */
export function rows(...records: readonly Record<string, unknown>[]) {
  const [first = {}] = records;
  const columns = Object.keys(first);
  const tuples = records.map((record) => sql`(${joinedByCommas(columns.map((column) => sql`${record[column]}`))})`);
  return sql`(${joinedByCommas(columns.map(identifier))}) values ${joinedByCommas(tuples)}`;
}

/** Serializes records for `jsonb_populate_recordset(null::table, …)`. Keys inside field values stay unchanged. */
export const recordset = (records: readonly object[]): string =>
  JSON.stringify(
    records.map((record) => Object.fromEntries(Object.entries(record).map(([key, value]) => [columnOf(key), value]))),
  );

/** Returns `a = $1, b = $2` for the fields of an object. */
export const assignments = (changes: Record<string, unknown>) =>
  joinedByCommas(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${identifier(column)} = ${value}`),
  );

/** Quotes a column or table name, given in camel case or snake case. */
export const identifier = (column: string) => new Sql([`"${columnOf(column).replaceAll('"', '""')}"`], []);

/** Returns the column of a field. */
export const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
