import pg from "pg";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { statementOfSite } from "./one-site.ts";
import type { Outcome } from "./prepared-query.ts";
import type { NodeForm } from "./batch.ts";
import { callOnNode, readNodeAnswer, siteHasMoved } from "../cluster/cluster.ts";
import type { Sql } from "./sql.ts";
import { StalePlan } from "./stale-plan.ts";
import { compile, type Statement } from "./statement.ts";
import { toParameter } from "./values.ts";

export type Send = (statement: Statement, values: readonly unknown[]) => Promise<Outcome>;

/** `siteId`: the site of all requests; undefined if they may have several. */
export async function runBatch<Row>(
  send: Send,
  { strings, values }: Sql,
  writes: boolean,
  siteId: string | undefined,
): Promise<Row[]> {
  const [shared, bound] = compile(strings, values, writes);
  const parameters = bound.map(toParameter);
  const statement = siteId === undefined ? shared : statementOfSite(shared, parameters.length + 1);
  // A statement without joins does not mention the site.
  const all = siteId === undefined || statement === shared ? parameters : [...parameters, siteId];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The row type is the batch's claim, checked in tests.
  return (await send(statement, all)).rows as Row[];
}

/** Runs a batch on the node of its site. If the node cannot, the coordinator plans it. */
export async function runBatchOnNode<Row>(
  send: Send,
  batched: Sql,
  { writes, inJson, timestamps }: NodeForm & { writes: boolean },
  siteId: string,
): Promise<Row[]> {
  const { strings, values: inputs } = inJson(batched);
  const [plain, bound] = compile(strings, inputs, writes);
  const { statement, values } = callOnNode(plain, bound.map(toParameter), siteId);
  try {
    const { rows } = await send(statement, values);
    return readNodeAnswer<Row>(rows[0]?.["answer"], timestamps);
  } catch (error) {
    if (!isRepeatable(error, plain)) throw error;
    const answer = await runBatch<Row>(send, batched, writes, siteId);
    // Not an error of one request: the coordinator would report it as well.
    metrics.fallbacks.add({});
    return answer;
  }
}

/**
 * A site that moves meanwhile, or a node without the function: the coordinator can run any statement. One that writes
 * must have had no effect: the site has moved, or the node does not know a name (class 42 of PostgreSQL's Appendix A).
 */
const isRepeatable = (error: unknown, { writes }: Statement): boolean =>
  error instanceof StalePlan ||
  (error instanceof pg.DatabaseError &&
    (!writes || error.code === siteHasMoved || error.code?.startsWith("42") === true));
