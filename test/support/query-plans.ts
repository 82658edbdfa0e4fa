import pg from "pg";
import type { Database, Queries } from "#database/database.ts";
import { pageOptions } from "#database/planner-options.ts";
import { compile } from "#database/statement.ts";
import { toParameter } from "#database/values.ts";
import { connectionConfig, database } from "./database.ts";

/** A node of the output of `explain (analyze, format json)`. */
export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node read, whether or not it returned them. */
export const readBy = (plan: Plan): number =>
  plan["Actual Loops"] *
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0));

/**
 * A database that records the plan of each statement and, in `general`, the generic plan of statements that seek in
 * an index.
 */
export function explained(plans: Plan[], general?: Plan[]): Database {
  const explain = async (strings: TemplateStringsArray, values: unknown[]) => {
    const [statement, bound] = compile(strings, values);
    const { text } = statement;
    plans.push(await planOf(database.pool, text, bound));
    if (general && statement.followsIndex) general.push(await generalPlanOf(text, bound.map(toParameter)));
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
    `explain (analyze, format json) ${text}`,
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
