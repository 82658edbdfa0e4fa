import { Sql, sql } from "./sql.ts";

/** What is sent: `$n` for every value, and a name under which a connection keeps the plan. */
export interface Statement {
  text: string;
  name: string | undefined;
  /** Statements that write go to connections of their own, so that a commit holds up no read. */
  writes: boolean;
  /** Read in the order of an index, whatever it is asked with: PostgreSQL keeps one plan of it. */
  followsIndex: boolean;
}

/** Stands in a statement whose order is that of an index, and which takes of it what comes first. */
export const followsIndex: Sql = sql`/* follows an index */`;

/** Compiles a template. Where all its pieces are written in the code, that is done once for their places. */
export function compile(strings: TemplateStringsArray, values: readonly unknown[]): [Statement, readonly unknown[]] {
  const flat: unknown[] = [];
  const place = placeOf(root, strings, values, flat);
  if (place?.statement) return [place.statement, flat];
  const text = write(strings, values, 0)[0];
  const statement = byText.get(text) ?? remember(text);
  if (place) place.statement = statement;
  return [statement, flat];
}

/** A piece of code, after the pieces before it; the position among the values tells where it stands in them. */
interface Place {
  statement: Statement | undefined;
  next: WeakMap<readonly string[], Place[]>;
}

const newPlace = (): Place => ({ statement: undefined, next: new WeakMap() });
const root = newPlace();

/** Undefined where a piece was put together at run time: only literals are frozen. Gathers the values all the same. */
function placeOf(
  from: Place | undefined,
  strings: readonly string[],
  values: readonly unknown[],
  flat: unknown[],
): Place | undefined {
  let place = from && Object.isFrozen(strings) ? step(from, strings, flat.length) : undefined;
  for (const value of values) {
    if (value instanceof Sql) place = placeOf(place, value.strings, value.values, flat);
    else flat.push(value);
  }
  return place;
}

function step(from: Place, strings: readonly string[], position: number): Place {
  let places = from.next.get(strings);
  if (!places) from.next.set(strings, (places = []));
  return (places[position] ??= newPlace());
}

/** The text, and how many values stand in it by now. */
function write(strings: readonly string[], values: readonly unknown[], before: number): [string, number] {
  let text = strings[0]!;
  let count = before;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value instanceof Sql) {
      const [piece, after] = write(value.strings, value.values, count);
      text += piece;
      count = after;
    } else text += `$${++count}`;
    text += strings[index + 1]!;
  }
  return [text, count];
}

/** Names are given to the first thousand texts: composed statements must not fill every connection with plans. */
function remember(text: string): Statement {
  const named = byText.size < 1000;
  const statement = {
    text,
    name: named ? `lectern_${byText.size}` : undefined,
    writes: /\b(insert|update|delete|for (no key )?(update|share))\b/i.test(text),
    followsIndex: text.includes(followsIndex.strings[0]!),
  };
  if (named) byText.set(text, statement);
  return statement;
}

const byText = new Map<string, Statement>();
