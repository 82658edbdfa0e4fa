import { listAccountSites } from "#domain/people/accounts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { findSite } from "#domain/site/sites/queries.ts";
import { isLinkedTo } from "./queries.ts";

/** The person at one of their sites. */
interface OwnSite {
  there: Context;
  memberId: string;
}

/**
 * Every site at which the person is a member by their own consent, for what concerns the account: at each it is done
 * and recorded. Other sites than the one of the request learn neither the address nor the id of the request.
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
  // Who does it is known at each site by the id they have there.
  const own = caller.kind === "session" ? { ...caller, memberId } : caller;
  return { ...context, site, caller: own, address: null, requestId: null, tool: undefined };
}
