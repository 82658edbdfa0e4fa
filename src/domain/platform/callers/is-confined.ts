import type { Caller } from "#access/caller.ts";

/** Returns true if the caller may only see and change courses that they teach. Applies to roles below manager. */
export const isConfined = ({ caller }: { caller: Caller }): boolean =>
  (caller.kind === "token" || caller.kind === "session") &&
  !caller.roles.some((role) => role === "owner" || role === "manager");
