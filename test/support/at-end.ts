import { after } from "node:test";

const shared = new AsyncDisposableStack();
after(() => shared.disposeAsync());

/**
 * Closes what all tests of the process share once they have ended, the last that was opened first: `after` alone keeps
 * the order of the calls, and would take the database away from those who still use it.
 */
export const atEnd = (close: () => unknown): void =>
  shared.defer(async () => {
    await close();
  });
