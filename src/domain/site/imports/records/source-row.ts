import type { Problem } from "#domain/platform/problem.ts";

/** One row of a file as it stands there: an object as on the wire, or what keeps it from being read. */
export type SourceRow = { line: number } & ({ wire: unknown } | { problem: Problem });

/** Bytes of a row: more than the longest that anything may hold. */
export const longestRow = 4 * 1024 * 1024;
