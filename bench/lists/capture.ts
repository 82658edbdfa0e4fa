import type { Database } from "#database/database.ts";
import { compile, type Statement } from "#database/statements/statement.ts";
import { toParameter } from "#database/statements/values.ts";

/** A statement with its encoded values. */
export type Asked = [Statement, readonly unknown[]];

/** A database that also records its statements, so that the benchmark can send them to PostgreSQL directly. */
export function capturing(database: Database, requested: Asked[]): Database {
  const keep = (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    requested.push([statement, bound.map(toParameter)]);
  };
  return {
    ...database,
    many<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      keep(strings, values);
      return database.many<Row>(strings, ...values);
    },
    first<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      keep(strings, values);
      return database.first<Row>(strings, ...values);
    },
  };
}
