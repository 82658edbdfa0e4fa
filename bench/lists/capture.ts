import type { Database } from "#database/database.ts";
import { compile, type Statement } from "#database/statement.ts";
import { toParameter } from "#database/values.ts";

/** A statement with the values that it was asked with, as they are sent. */
export type Asked = [Statement, readonly unknown[]];

/** A database that also keeps what it is asked: to ask PostgreSQL the same again, and nothing besides. */
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
