import { Sql } from "./sql.ts";

/** A compiled statement: text with `$n` placeholders, and the name under which connections cache the plan. */
export interface Statement {
  text: string;
  name: string | undefined;
  /** As the caller says. Write statements use separate connections, so that a commit delays no reads. */
  writes: boolean;
  /** The statement reads in index order for all parameters, so PostgreSQL caches one generic plan. */
  inIndexOrder: boolean;
  /** The statement that a call contains, for its name in metrics. */
  runs?: Statement;
}

/** Marks a statement that reads the first rows in the order of an index. The text only shows it to readers of logs. */
export const inIndexOrder = new Sql(Object.freeze(["/* follows an index */"]), []);

/** Compiles a template. Caches the result if all fragments are literals in the code. */
export function compile(
  strings: readonly string[],
  values: readonly unknown[],
  writes = false,
): [Statement, readonly unknown[]] {
  const flat: unknown[] = [];
  const node = nodeOf(writes ? writing : reading, strings, values, flat);
  if (node?.statement) return [node.statement, flat];
  const text = write(strings, values, 0)[0];
  const statement = textsOf(writes).get(text) ?? remember(text, writes, isMarked(values));
  if (node) node.statement = statement;
  return [statement, flat];
}

/** Returns the text of a fragment with placeholders. */
export const textOf = ({ strings, values }: Sql): string => write(strings, values, 0)[0];

/** Cache node for a code fragment after the preceding ones. The number of preceding values distinguishes positions. */
interface CacheNode {
  statement: Statement | undefined;
  next: WeakMap<readonly string[], CacheNode[]>;
}

const newNode = (): CacheNode => ({ statement: undefined, next: new WeakMap() });
/** The roots of both kinds of statements. */
const [reading, writing] = [newNode(), newNode()];

/**
 * Finds the cache node and collects the values. Returns undefined for a fragment built at run time: only literals are
 * frozen.
 */
function nodeOf(
  from: CacheNode | undefined,
  strings: readonly string[],
  values: readonly unknown[],
  flat: unknown[],
): CacheNode | undefined {
  let node = from && Object.isFrozen(strings) ? step(from, strings, flat.length) : undefined;
  for (const value of values) {
    if (value instanceof Sql) node = nodeOf(node, value.strings, value.values, flat);
    else flat.push(value);
  }
  return node;
}

function step(from: CacheNode, strings: readonly string[], position: number): CacheNode {
  let nodes = from.next.get(strings);
  if (!nodes) from.next.set(strings, (nodes = []));
  return (nodes[position] ??= newNode());
}

/** Returns the text and the number of values so far. */
function write(strings: readonly string[], values: readonly unknown[], before: number): [string, number] {
  let text = strings[0] ?? "";
  let count = before;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value instanceof Sql) {
      const [piece, after] = write(value.strings, value.values, count);
      text += piece;
      count = after;
    } else text += `$${++count}`;
    text += strings[index + 1] ?? "";
  }
  return [text, count];
}

const isMarked = (values: readonly unknown[]): boolean =>
  values.some((value) => value === inIndexOrder || (value instanceof Sql && isMarked(value.values)));

/** Names the first two thousand texts only: generated statements must not fill every connection with plans. */
function remember(text: string, writes: boolean, isInIndexOrder: boolean): Statement {
  const count = read.size + written.size;
  const named = count < 2000;
  const statement = {
    text,
    name: named ? `lectern_${count}` : undefined,
    writes,
    inIndexOrder: isInIndexOrder,
  };
  if (named) textsOf(writes).set(text, statement);
  return statement;
}

const read = new Map<string, Statement>();
const written = new Map<string, Statement>();
const textsOf = (writes: boolean) => (writes ? written : read);

/**
 * Returns the statement under a name of its own, for connections that also run it with other planner options: a cached
 * plan outlives the options that it was made with.
 */
export function plannedFor(plans: string, statement: Statement): Statement {
  if (statement.name === undefined) return statement;
  let planned = ofPlans.get(statement);
  if (!planned) ofPlans.set(statement, (planned = { ...statement, name: `${statement.name}_${plans}` }));
  return planned;
}

const ofPlans = new WeakMap<Statement, Statement>();
