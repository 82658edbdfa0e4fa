import { problemTypes } from "../problem-types.ts";
import type { ErrorCode } from "../problem-types.ts";
import table from "./problem-codes.json" with { type: "json" };

/**
 * Returns the problem codes specific to an operation. `npm run contracts` derives them from the
 * operation's code and its imports.
 */
export const problemCodesOf = (operation: string): readonly ErrorCode[] => (codes[operation] ?? []).filter(isErrorCode);

const codes: Readonly<Record<string, readonly string[]>> = table;
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(problemTypes, code);
