import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

const counters = new AsyncLocalStorage<{ statements: number }>();

/** Counts in the driver, below all product code. */
// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const counter = counters.getStore();
  if (counter) counter.statements += 1;
  return original.apply(this, args);
} as typeof pg.Client.prototype.query;

/** Number of statements sent for this work, regardless of concurrent work. */
export async function countStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: number }> {
  const counter = { statements: 0 };
  // A light-my-request request starts when it is awaited.
  const result = await counters.run(counter, async () => await work());
  return { result, statements: counter.statements };
}
