import type { Problem } from "#domain/platform/problem.ts";

/** A row of a file: its JSON in wire format, or the problem with reading it. */
export type SourceRow = { line: number } & ({ wire: unknown } | { problem: Problem });

/** Maximum bytes of a row, more than any record needs. */
export const maxRowBytes = 4 * 1024 * 1024;
