import { statementOfSite } from "./one-site.ts";
import type { Send } from "./rows-of-batch.ts";
import { compile } from "./statement.ts";
import { toParameter } from "./values.ts";

/** Runs single statements. */
export interface Statements {
  /** Returns the rows of a statement, columns in camel case. The row type is the caller's claim, checked in tests. */
  many<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  first<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one: a count, an upsert, a row that the transaction has locked. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row>;
  /** Runs a statement and returns the number of affected rows. */
  run(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** `bySite`: statements have the form for one site. */
export function queriesOn(send: Send, bySite: boolean): Statements {
  const execute = (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    return send(bySite ? statementOfSite(statement) : statement, bound.map(toParameter));
  };
  const answerOf = async <Row>(strings: TemplateStringsArray, values: unknown[]): Promise<Row[]> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The row type is the caller's claim, checked in tests.
    (await execute(strings, values)).rows as Row[];
  return {
    many: <Row>(strings: TemplateStringsArray, ...values: unknown[]) => answerOf<Row>(strings, values),
    first: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      (await answerOf<Row>(strings, values))[0],
    one: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) => {
      const [row] = await answerOf<Row>(strings, values);
      if (row === undefined) throw new Error(`The statement returned no row: ${strings.join("…")}`);
      return row;
    },
    run: async (strings, ...values) => (await execute(strings, values)).count,
  };
}
