import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

const recorders = new AsyncLocalStorage<string[]>();

/** Records in the driver, below all product code. */
// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [string | { text?: string } | undefined];
  recorders.getStore()?.push(typeof query === "string" ? query : (query?.text ?? ""));
  return original.apply(this, args);
} as typeof pg.Client.prototype.query;

/** Texts of the statements sent for this work, regardless of concurrent work. */
export async function statementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  // A light-my-request request starts when it is awaited.
  const result = await recorders.run(statements, async () => await work());
  return { result, statements };
}

/** Number of statements sent for this work, regardless of concurrent work. */
export async function countStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: number }> {
  const { result, statements } = await statementsOf(work);
  return { result, statements: statements.length };
}
