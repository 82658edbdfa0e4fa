import pg from "pg";
import type { Database, Queries } from "#database/database.ts";
import { pageOptions, sessionOptions } from "#database/connection/planner-options.ts";
import { compile } from "#database/statements/statement.ts";
import { toParameter } from "#database/statements/values.ts";
import { connectionConfig, database } from "../databases/database.ts";

/** A node of the output of `explain (analyze, buffers, format json)`. */
export interface Plan {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  /** Since PostgreSQL 18, in all loops. */
  "Index Searches"?: number;
  /** With those of the nodes below. */
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Plan[];
}

/** A node with the number of pages that it read itself. */
export interface PlanNode extends Plan {
  ownPages: number;
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

const pagesOf = (plan: Plan): number => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * The nodes of a whole plan. A subquery that runs once is listed where it belongs, but its pages are those of the node
 * that first needs it: they are left out everywhere.
 */
export function nodesOf(plan: Plan): PlanNode[] {
  const nodes = flatten(plan);
  const once = sum(nodes.filter((node) => node["Parent Relationship"] === "InitPlan").map(pagesOf));
  return nodes.map((node) => ({
    ...node,
    ownPages: Math.max(0, pagesOf(node) - sum((node.Plans ?? []).map(pagesOf)) - once),
  }));
}

/** The root, the inner pages and the leaf of an index with up to some hundred million entries. */
const pagesPerSearch = 4;
/** The page of the row, and the next leaf of the index. */
const pagesPerRow = 2;
/** Rows that were changed before, and catalogs that the connection reads for the first time. */
const furtherPages = 24;
/** Fewer than the entries of a full page. */
const entriesPerPage = 50;

/**
 * Index entries that a node compared without returning their row. PostgreSQL does not report them: they follow from
 * pages beyond those that the searches and the rows need.
 */
const comparedBy = (node: PlanNode, rows: number, searches: number): number =>
  "Index Name" in node
    ? entriesPerPage * Math.max(0, node.ownPages - pagesPerSearch * searches - pagesPerRow * rows - furtherPages)
    : 0;

/** Rows and index entries that a node read, whether or not it returned them. An index search reads at least one. */
export function readBy(node: PlanNode): number {
  const rows =
    node["Actual Loops"] *
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0));
  const searches = Math.max(node["Index Searches"] ?? 0, node["Actual Loops"]);
  return Math.max(rows, node["Index Searches"] ?? 0) + comparedBy(node, rows, searches);
}

/** A connection of the group for reads. */
const reads = new pg.Pool({ ...connectionConfig, options: sessionOptions, max: 1, allowExitOnIdle: true });
reads.on("error", () => {});

/**
 * A database that records the plan of each statement and, in `general`, the generic plan of statements that seek in
 * an index.
 */
export function explained(plans: Plan[], general?: Plan[]): Database {
  const explain = async (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    const { text } = statement;
    plans.push(await planOf(reads, text, bound));
    if (general && statement.inIndexOrder) general.push(await generalPlanOf(text, bound.map(toParameter)));
  };
  const readsOf = (queries: Queries) => ({
    async many<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      await explain(strings, values);
      return queries.many<Row>(strings, ...values);
    },
    async first<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      await explain(strings, values);
      return queries.first<Row>(strings, ...values);
    },
  });
  return {
    ...database,
    ...readsOf(database),
    attempt: (work) => database.attempt((queries) => work({ ...queries, ...readsOf(queries) })),
    snapshot: (work) => database.snapshot((queries) => work({ ...queries, ...readsOf(queries) })),
  };
}

async function planOf(queries: Pick<pg.ClientBase, "query">, text: string, bound: readonly unknown[]): Promise<Plan> {
  const { rows } = await queries.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    bound as unknown[],
  );
  return rows[0]!["QUERY PLAN"][0].Plan;
}

/** On a connection of the same group. */
async function generalPlanOf(text: string, bound: readonly (string | Buffer | null)[]): Promise<Plan> {
  const client = new pg.Client({ ...connectionConfig, options: pageOptions });
  await client.connect();
  try {
    await client.query(`prepare requested as ${text}`);
    const literals = bound.map((value) => (value === null ? "null" : pg.escapeLiteral(String(value))));
    return await planOf(client, `execute requested${literals.length > 0 ? ` (${literals.join(", ")})` : ""}`, []);
  } finally {
    await client.end();
  }
}
