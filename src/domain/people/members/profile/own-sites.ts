import { listAccountSites } from "#domain/people/accounts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { isLinkedTo } from "#domain/people/members/queries.ts";

/** A person's membership at one of their sites. */
interface OwnSite {
  there: Context;
  memberId: string;
}

/**
 * Returns every site where the person accepted a membership. Account changes are applied and audited at each. Sites
 * other than the requested one see neither the client address nor the request id.
 */
export async function ownSitesOf(context: Context, accountId: string): Promise<OwnSite[]> {
  const own: OwnSite[] = [];
  for (const { siteId, memberId } of await listAccountSites(context.db, accountId)) {
    const site = await findSite(context.db, siteId);
    if (!site) continue;
    const there = atSite(context, site, memberId);
    if (await isLinkedTo(there, memberId, accountId)) own.push({ there, memberId });
  }
  return own;
}

function atSite(context: Context, site: Context["site"], memberId: string): Context {
  if (site.id === context.site.id) return context;
  const { caller } = context;
  // The audit log of each site uses the actor's member id there.
  const own = caller.kind === "session" ? { ...caller, memberId } : caller;
  return { ...context, site, caller: own, address: null, requestId: null, tool: undefined };
}
