import { mayUse } from "#access/roles.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { count, limits } from "./rate-limits.ts";
import { limitReached } from "./require-within.ts";

/**
 * Counts and audits the addresses in a dry run of a caller who cannot list members, such as a lecturer. Adding a person
 * shows whether the address is a member's, and a dry run would show it without a trace. Throws `rate_limited`.
 */
export async function limitLookups(context: RequestContext, operation: string, input: unknown): Promise<void> {
  const { caller, now } = context;
  if (caller.kind !== "token" && caller.kind !== "session") return;
  const holds = caller.kind === "session" || caller.scopes.has("members:read");
  if (holds && mayUse(caller.roles, "members:read")) return;
  const addresses = countAddresses(input);
  if (addresses === 0) return;
  const limit = limits.lookupPerMember;
  const counter = await count(context, limit, caller.memberId, addresses);
  if (counter.count > limit.max) throw limitReached(limit, counter, now);
  await recordAudit(context, "lookUpMembers", { details: { operation, addresses } });
}

function countAddresses(input: unknown): number {
  if (Array.isArray(input)) return input.reduce<number>((sum, item) => sum + countAddresses(item), 0);
  if (!isRecord(input)) return 0;
  return Object.entries(input).reduce(
    (sum, [name, value]) => sum + (name === "email" && typeof value === "string" ? 1 : countAddresses(value)),
    0,
  );
}
