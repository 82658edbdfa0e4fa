import type pg from "pg";

/** Inserts rows of one shape in one statement. Does not quote names, so they must come from the code in this folder. */
export async function insertRows(
  pool: pg.Pool,
  table: string,
  columns: Record<string, string>,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(columns);
  const typed = names.map((name) => `${name} ${columns[name]!}`);
  // JSON covers all required types; bytea uses PostgreSQL's hex format.
  const json = JSON.stringify(rows, (_key, value: unknown) => (isBytes(value) ? hex(value.data) : value));
  await pool.query(
    `insert into ${table} (${names.join(", ")})
     select ${names.join(", ")} from json_to_recordset($1::json) as rows (${typed.join(", ")})`,
    [json],
  );
}

/** The form in which `Buffer.prototype.toJSON` presents a buffer to a replacer. */
const isBytes = (value: unknown): value is { type: "Buffer"; data: number[] } =>
  typeof value === "object" && value !== null && "type" in value && value.type === "Buffer" && "data" in value;

const hex = (bytes: number[]) => `\\x${Buffer.from(bytes).toString("hex")}`;
