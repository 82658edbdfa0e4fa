import { Sql } from "./sql.ts";

/** What is sent: `$n` for every value, and a name under which a connection keeps the plan. */
export interface Statement {
  text: string;
  name: string | undefined;
  /** Statements that write go to connections of their own, so that a commit holds up no read. */
  writes: boolean;
}

/** Compiles a template; one without nested pieces is compiled once for its place in the code. */
export function compile(strings: TemplateStringsArray, values: readonly unknown[]): [Statement, readonly unknown[]] {
  const known = byPlace.get(strings);
  if (known) return [known, values];

  const flat: unknown[] = [];
  const text = write(new Sql(strings, values), flat);
  const statement = byText.get(text) ?? remember(text);
  if (!values.some((value) => value instanceof Sql)) byPlace.set(strings, statement);
  return [statement, flat];
}

function write(piece: Sql, values: unknown[]): string {
  let text = piece.strings[0]!;
  for (let index = 0; index < piece.values.length; index++) {
    const value = piece.values[index];
    text += value instanceof Sql ? write(value, values) : `$${values.push(value)}`;
    text += piece.strings[index + 1]!;
  }
  return text;
}

/** Names are given to the first thousand texts: composed statements must not fill every connection with plans. */
function remember(text: string): Statement {
  const named = byText.size < 1000;
  const statement = {
    text,
    name: named ? `lectern_${byText.size}` : undefined,
    writes: /\b(insert|update|delete|for (no key )?(update|share))\b/i.test(text),
  };
  if (named) byText.set(text, statement);
  return statement;
}

const byPlace = new WeakMap<TemplateStringsArray, Statement>();
const byText = new Map<string, Statement>();
