import type { Database } from "#database/database.ts";
import { compile } from "#database/statement.ts";
import { database } from "./database.ts";

/** A node of what `explain (analyze, format json)` answers. */
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

/** How many rows a node went through, shown or not. */
export const readBy = (plan: Plan): number =>
  plan["Actual Loops"] *
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0));

/** A database that also keeps the plan by which each statement was answered. */
export function explained(plans: Plan[]): Database {
  const explain = async (strings: TemplateStringsArray, values: unknown[]) => {
    const [{ text }, bound] = compile(strings, values);
    const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      bound as unknown[],
    );
    plans.push(rows[0]!["QUERY PLAN"][0].Plan);
  };
  return {
    ...database,
    async many<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      await explain(strings, values);
      return database.many<Row>(strings, ...values);
    },
    async first<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      await explain(strings, values);
      return database.first<Row>(strings, ...values);
    },
  };
}
