import type { Context } from "./context.ts";

/** Returns true if the caller may only see and change courses that they teach. Applies to roles below manager. */
export const isConfined = ({ caller }: Context): boolean =>
  (caller.kind === "token" || caller.kind === "session") &&
  !caller.roles.some((role) => role === "owner" || role === "manager");
