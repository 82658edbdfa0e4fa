import pg from "pg";
import { batchOptions, type Database, pageOptions, sessionOptions } from "#database/database.ts";
import { compile } from "#database/statement.ts";
import { toParameter } from "#database/values.ts";
import type { Plan } from "./query-plans.ts";

export interface RecordedPlan {
  text: string;
  /** Planned for its values, or once for all values. */
  mode: "custom" | "generic";
  plan: Plan;
}

/** A database that plans and runs each statement as its connections do, rolls that back, and then runs it. */
export function recordPlans(database: Database, connection: pg.ClientConfig, recorded: RecordedPlan[]): Database {
  const explainOn = async (options: string, strings: readonly string[], values: readonly unknown[]) => {
    const [{ text }, bound] = compile(strings as TemplateStringsArray, values);
    // Batches and pages always use generic plans; elsewhere PostgreSQL changes from one to the other.
    const modes = options === sessionOptions ? (["custom", "generic"] as const) : (["generic"] as const);
    const client = new pg.Client({ statement_timeout: 60_000, ...connection, options });
    await client.connect();
    try {
      for (const mode of modes) recorded.push({ text, mode, plan: await planOf(client, mode, text, bound) });
    } finally {
      await client.end();
    }
  };
  const explain = (strings: TemplateStringsArray, values: readonly unknown[]) => {
    const { followsIndex, writes } = compile(strings, values)[0];
    return explainOn(followsIndex && !writes ? pageOptions : sessionOptions, strings, values);
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
    async run(strings, ...values) {
      await explain(strings, values);
      return database.run(strings, ...values);
    },
    async together(batch, requested) {
      const { strings, values } = batch.statement([requested]);
      await explainOn(batchOptions, strings, values);
      return database.together(batch, requested);
    },
  };
}

async function planOf(client: pg.Client, mode: string, text: string, bound: readonly unknown[]): Promise<Plan> {
  await client.query("begin");
  try {
    await client.query(`set local plan_cache_mode = force_${mode}_plan`);
    await client.query(`prepare requested as ${text}`);
    const literals = bound.map((value) => literal(toParameter(value)));
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute requested${literals.length > 0 ? ` (${literals.join(", ")})` : ""}`,
    );
    return rows[0]!["QUERY PLAN"][0].Plan;
  } finally {
    await client.query("rollback; deallocate all");
  }
}

const literal = (value: string | Buffer | null): string => {
  if (value === null) return "null";
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
};
