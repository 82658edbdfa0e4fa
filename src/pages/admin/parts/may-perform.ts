import type { Caller } from "#access/caller.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { type Operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";

/** True if an operation would accept the caller. A form is shown exactly then. */
export function mayPerform(caller: Caller, { access }: Pick<Operation, "access">): boolean {
  try {
    authorize(caller, access);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
