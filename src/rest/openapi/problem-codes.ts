import type { ErrorCode } from "../problem-types.ts";
import table from "./problem-codes.json" with { type: "json" };

/**
 * Returns the problem codes specific to an operation. `node tools/write-contracts.ts` derives them from the
 * operation's code and its imports.
 */
export const problemCodesOf = (operation: string): readonly ErrorCode[] =>
  (table as Record<string, readonly ErrorCode[]>)[operation] ?? [];
