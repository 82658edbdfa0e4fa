import type { TestContext } from "node:test";

const ends = new WeakMap<TestContext, AsyncDisposableStack>();

/**
 * Runs a cleanup when the test ends, in reverse order of registration (`t.after` alone keeps the order of the calls).
 */
export function atEnd(t: TestContext, end: () => unknown): void {
  let stack = ends.get(t);
  if (stack === undefined) {
    const made = new AsyncDisposableStack();
    ends.set(t, made);
    t.after(() => made.disposeAsync());
    stack = made;
  }
  stack.defer(async () => {
    await end();
  });
}
