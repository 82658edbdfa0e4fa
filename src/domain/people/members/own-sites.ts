import type { Role } from "#access/roles.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { listAccountSites } from "#domain/people/accounts/queries.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { isLinkedTo } from "./queries.ts";

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
  const ownSites: OwnSite[] = [];
  for (const { siteId, memberId } of await listAccountSites(context.db, accountId)) {
    const site = await findSite(context.db, siteId);
    if (!site) continue;
    const there = atSite(context, site, memberId);
    if (await isLinkedTo(there, memberId, accountId)) ownSites.push({ there, memberId });
  }
  return ownSites;
}

function atSite(context: Context, site: Context["site"], memberId: string): Context {
  if (site.id === context.site.id) return context;
  const { caller } = context;
  // The audit log of each site uses the actor's member id there.
  const callerThere = caller.kind === "session" ? { ...caller, memberId } : caller;
  return { ...context, site, caller: callerThere, address: null, requestId: null, tool: undefined };
}

/** A site of this installation at which the person behind a member has a role. */
export interface School {
  id: string;
  name: string;
  origin: string;
  roles: Role[];
}

const maxVisible = 200;

/**
 * Lists this site first, then the others by name. The only query beyond its site; it follows the person's own
 * account. Uses two statements: a join across sites could not be distributed by site_id.
 */
export async function listSchools(scope: SiteScope, memberId: string): Promise<School[]> {
  const memberships = await membershipsOf(scope, memberId);
  const siteIds = memberships.map((membership) => membership.siteId);
  const memberIds = memberships.map((membership) => membership.memberId);
  return scope.db.many<School>`
    select sites.id, sites.name, sites.origin, members.roles
      from unnest(${siteIds}::uuid[], ${memberIds}::uuid[]) as own (site_id, member_id)
      join members on members.site_id = own.site_id and members.id = own.member_id
      join sites on sites.id = members.site_id
     where members.status = 'active' and members.roles <> '{}'
     order by sites.id = ${scope.site.id} desc, sites.name
     limit ${maxVisible}`;
}

/**
 * A member whom only the school's own provider vouches for has not proven to be the person of the account: they see this
 * site only.
 */
const membershipsOf = ({ db, site }: SiteScope, memberId: string) =>
  db.many<{ siteId: string; memberId: string }>`
    select account_sites.site_id, account_sites.member_id
      from members
      join account_sites on account_sites.account_id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}
       and (account_sites.site_id = ${site.id}
            or not exists (select from identities
                            where identities.site_id = ${site.id} and identities.member_id = ${memberId}
                              and identities.linked_by <> 'person'))`;
