import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";

/** An archive holds everything that these scopes read, and its import decides who owns the site. */
export const archiveScopes: readonly Scope[] = scopeNames.filter((name) => scopes[name].kind === "operator");

/** Throws unless the caller is an owner with every scope. Agents are refused: a whole school is no step of a task. */
export function requireOwner({ caller, tool }: Pick<Context, "caller" | "tool">): void {
  if (tool !== undefined) {
    const detail = "Agents cannot export or import a whole school. Use the operator API or the command line.";
    throw validationFailed("/format", "not_applicable", detail);
  }
  requireScopes(caller, archiveScopes);
  const isOther = (caller.kind === "token" || caller.kind === "session") && !caller.roles.includes("owner");
  if (isOther) throw new Problem("role_required", "Only owners can export and import a whole school.");
}

/** Continues like a command of the operator: an archive contains what no scope writes, such as forms. */
export const asOperator = (context: RequestContext): RequestContext => {
  const { caller } = context;
  const startedBy = caller.kind === "token" || caller.kind === "session" ? { startedBy: caller } : {};
  return { ...context, caller: { kind: "cli", ...startedBy }, ifMatch: undefined, ifNoneMatch: undefined };
};
