import { validationFailed } from "./problem.ts";

/** Fails unless a time that has both ends ends after it begins; either may be open. `pointer`: to its end. */
export function requirePeriod(from: Date | null | undefined, until: Date | null | undefined, pointer: string): void {
  if (!from || !until || from < until) return;
  throw validationFailed(pointer, "mismatch", "It must end after it begins.");
}
