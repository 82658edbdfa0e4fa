import type pg from "pg";
import { type ConnectionConfig, ServerClient } from "../servers/server-client.ts";

/** Configurations of open connections, whose planner options a plan depends on. */
const configurations = new WeakMap<pg.ClientBase, ConnectionConfig>();

/** Makes the statements of a connection explainable. */
export function rememberConfiguration(client: pg.ClientBase, config: ConnectionConfig): void {
  configurations.set(client, config);
}

const explainable = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:with|select|insert|update|delete|merge)\b/i;

/**
 * Returns the generic plan of a statement, without running it. Opens a connection with the options of the one that ran
 * it. PREPARE instead of EXPLAIN (GENERIC_PLAN), which PostgreSQL 15 lacks. The plan shows placeholders instead of the
 * values of parameters. Returns undefined for other statements.
 */
export async function explain(client: pg.ClientBase, text: string): Promise<string | undefined> {
  const config = configurations.get(client);
  if (!config || !explainable.test(text)) return undefined;
  const planner = new ServerClient({ ...config, application_name: "lectern plans" });
  planner.on("error", () => {});
  try {
    await planner.connect();
    await planner.query("begin read only; set local plan_cache_mode = force_generic_plan");
    await planner.query(`prepare slow as ${text}`);
    const { rows } = await planner.query<{ "QUERY PLAN": string }>(`explain execute slow${argumentsOf(text)}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    // An error here would hide the first one.
    await planner.end().catch(() => {});
  }
}

/** `(null, null)` for a statement with `$2`. */
function argumentsOf(text: string): string {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return count === 0 ? "" : `(${Array<string>(count).fill("null").join(", ")})`;
}
