import type { ErrorCode } from "../problem-types.ts";
import table from "./problem-codes.json" with { type: "json" };

/**
 * What an operation may be refused for, besides what is general: read from its code and all that this uses, by
 * `node tools/write-contracts.ts`.
 */
export const problemCodesOf = (operation: string): readonly ErrorCode[] =>
  (table as Record<string, readonly ErrorCode[]>)[operation] ?? [];
