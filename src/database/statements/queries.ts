import { statementOfSite } from "./one-site.ts";
import type { Send } from "./rows-of-batch.ts";
import { compile } from "./statement.ts";
import { toParameter } from "./values.ts";

/** Runs single statements that return rows. */
export interface Returning {
  /** Returns the rows of a statement, columns in camel case. The row type is the caller's claim, checked in tests. */
  many<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  first<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one: a count, an upsert, a row that the transaction has locked. */
  one<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row>;
}

export interface Statements extends Returning {
  /** For statements that change rows and return some. */
  write: Returning;
  /** Runs a statement that changes or locks rows and returns the number of affected rows. */
  run(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** `bySite`: statements have the form for one site. */
export function queriesOn(send: Send, bySite: boolean): Statements {
  const execute = (writes: boolean, strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values, writes);
    return send(bySite ? statementOfSite(statement) : statement, bound.map(toParameter));
  };
  return {
    ...returning((...sent) => execute(false, ...sent)),
    write: returning((...sent) => execute(true, ...sent)),
    run: async (strings, ...values) => (await execute(true, strings, values)).count,
  };
}

function returning(execute: (strings: TemplateStringsArray, values: unknown[]) => ReturnType<Send>): Returning {
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
  };
}
