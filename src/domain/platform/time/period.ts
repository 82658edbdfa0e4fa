import { validationFailed } from "../problem.ts";

/** Throws unless a period ends after it begins. Either end may be open. `pointer` points to the end. */
export function requirePeriod(from: Date | null | undefined, until: Date | null | undefined, pointer: string): void {
  if (!from || !until || from < until) return;
  throw validationFailed(pointer, "mismatch", "The end must be after the start.");
}
