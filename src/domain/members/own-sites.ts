import { listAccountSites } from "#domain/accounts/queries.ts";
import type { Context } from "#domain/context.ts";
import { findSite } from "#domain/sites/queries.ts";

/** The person at one of their sites. */
interface OwnSite {
  there: Context;
  memberId: string;
}

/** Every site at which the account is a member, for what concerns the account: at each it is done and put on record. */
export async function ownSitesOf(context: Context, accountId: string): Promise<OwnSite[]> {
  const { db, caller } = context;
  const own: OwnSite[] = [];
  for (const { siteId, memberId } of await listAccountSites(db, accountId)) {
    const site = await findSite(db, siteId);
    if (!site) continue;
    // Who does it is known at each site by the id they have there.
    const there = { ...context, site, caller: caller.kind === "session" ? { ...caller, memberId } : caller };
    own.push({ there, memberId });
  }
  return own;
}
