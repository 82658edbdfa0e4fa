import { after } from "node:test";

const shared = new AsyncDisposableStack();
after(() => shared.disposeAsync());

/**
 * Closes resources shared by all tests of the process, in reverse order: `after` alone keeps the order of the calls,
 * and would close the database before its users.
 */
export const atEnd = (close: () => unknown): void =>
  shared.defer(async () => {
    await close();
  });
