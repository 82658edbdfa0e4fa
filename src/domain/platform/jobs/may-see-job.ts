import type { Caller } from "#access/caller.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import type { JobRecord } from "./job.ts";

/** True if the caller may see what a job made: with every scope of the job, and as an owner if it is a whole school. */
export const maySeeJob = (caller: Caller, { format, scopes }: Pick<JobRecord, "format" | "scopes">): boolean =>
  scopes.every((scope) => holdsScope(caller, scope)) && (format !== "site" || isOwner(caller));

const isOwner = (caller: Caller): boolean =>
  caller.kind === "cli" ||
  caller.kind === "system" ||
  ((caller.kind === "token" || caller.kind === "session") && caller.roles.includes("owner"));
