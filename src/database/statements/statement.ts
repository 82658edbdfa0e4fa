import { marksContent } from "../content/content-of.ts";
import { Sql } from "./sql.ts";

/** A compiled statement: text with `$n` placeholders, and the name under which connections cache the plan. */
export interface Statement {
  text: string;
  name: string | undefined;
  /** As the caller says. Write statements use separate connections, so that a commit delays no reads. */
  writes: boolean;
  /** The statement reads in index order for all parameters, so PostgreSQL caches one generic plan. */
  inIndexOrder: boolean;
  /** Index of the value that is the site whose public content the statement changes (`contentOf`). */
  content?: number | undefined;
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
  const bound: Bound = { values: [], content: undefined };
  const node = nodeOf(writes ? writingRoot : readingRoot, strings, values, bound);
  if (node?.statement) return [node.statement, bound.values];
  const text = write(strings, values, 0)[0];
  const { content } = bound;
  const statements = knownAs({ writes, content });
  const statement =
    statements.get(text) ?? remember(text, statements, { writes, content, inIndexOrder: isMarked(values) });
  if (node) node.statement = statement;
  return [statement, bound.values];
}

/** Returns the text of a fragment with placeholders. */
export const textOf = ({ strings, values }: Sql): string => write(strings, values, 0)[0];

/** The values of a template and its fragments, and the index of the first one that `contentOf` marks. */
interface Bound {
  values: unknown[];
  content: number | undefined;
}

/** Cache node for a code fragment after the preceding ones. The number of preceding values distinguishes positions. */
interface CacheNode {
  statement: Statement | undefined;
  next: WeakMap<readonly string[], CacheNode[]>;
}

const newNode = (): CacheNode => ({ statement: undefined, next: new WeakMap() });
const [readingRoot, writingRoot] = [newNode(), newNode()];

/**
 * Finds the cache node and collects the values. Returns undefined for a fragment built at run time: only literals are
 * frozen.
 */
function nodeOf(
  from: CacheNode | undefined,
  strings: readonly string[],
  values: readonly unknown[],
  bound: Bound,
): CacheNode | undefined {
  let node = from && Object.isFrozen(strings) ? step(from, strings, bound.values.length) : undefined;
  if (marksContent(strings)) bound.content ??= bound.values.length;
  for (const value of values) {
    if (value instanceof Sql) node = nodeOf(node, value.strings, value.values, bound);
    else bound.values.push(value);
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
function remember(text: string, statements: Known, traits: Omit<Statement, "text" | "name">): Statement {
  const count = [read, written, published].reduce((sum, { size }) => sum + size, 0);
  const named = count < 2000;
  const statement = { text, name: named ? `lectern_${count}` : undefined, ...traits };
  if (named) statements.set(text, statement);
  return statement;
}

/** Statements by their text. Equal texts have equal values, so the site is at the same index. */
type Known = Map<string, Statement>;
const [read, written, published]: [Known, Known, Known] = [new Map(), new Map(), new Map()];

function knownAs({ writes, content }: Pick<Statement, "writes" | "content">): Known {
  if (!writes) return read;
  return content === undefined ? written : published;
}

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
