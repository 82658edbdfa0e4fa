import * as z from "zod";
import type { SessionCaller } from "#access/caller.ts";
import { type Scope, scopeNames } from "#access/scopes.ts";
import type { Context } from "#domain/context.ts";
import { formatId, Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { notFound } from "#domain/problem.ts";
import { revokeGrant } from "./grants.ts";

/** An application that a member has allowed, as they see it in the list of theirs. */
const ConnectedApplication = z.object({
  /** Of the grant. */
  id: Id("grant"),
  clientId: Id("client"),
  name: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  since: z.date(),
  /** When it last asked for tokens; what it does with them in between is not written down. */
  lastUsedAt: z.date().nullable(),
});
type ConnectedApplication = z.output<typeof ConnectedApplication>;

const mostShown = 500;

export const listConnectedApplications = operation({
  name: "listConnectedApplications",
  summary: "List the applications that the member has allowed, the one allowed last first",
  access: { only: ["session"] },
  writes: false,
  input: z.object({}),
  output: z.array(ConnectedApplication),
  run: (context) => grantsInForce(context, self(context).memberId),
});

export const disconnectApplication = operation({
  name: "disconnectApplication",
  summary: "Withdraw what an application was allowed, and end all its tokens",
  access: { only: ["session"] },
  writes: true,
  input: z.object({ grantId: Id("grant") }),
  output: z.object({}),
  async run(context, { grantId }) {
    const revoked = await revokeGrant(context, grantId, self(context).memberId);
    if (!revoked) throw notFound("grant", formatId("grant", grantId));
    return {};
  },
  audit: ({ grantId }) => ({ resourceType: "grant", resourceId: formatId("grant", grantId) }),
  event: ({ grantId }) => ({
    type: "grant.revoked",
    objectId: formatId("grant", grantId),
    data: { id: formatId("grant", grantId), object: "grant" },
  }),
});

async function grantsInForce({ db, site }: Context, memberId: string): Promise<ConnectedApplication[]> {
  const found = await db.many<Omit<ConnectedApplication, "scopes"> & { scopes: Scope[] }>`
    select grants.id, grants.client_id, clients.name, grants.created_at as since,
           array(select distinct unnest(consents.scopes) from consents
                  where consents.site_id = ${site.id} and consents.grant_id = grants.id) as scopes,
           (select max(newest.created_at) from families
             cross join lateral (
               select tokens.created_at from tokens
                where tokens.site_id = ${site.id} and tokens.family_id = families.id and tokens.kind = 'refresh'
                order by tokens.created_at desc limit 1) as newest
             where families.site_id = ${site.id} and families.grant_id = grants.id
               and families.revoked_at is null) as last_used_at
      from grants
      join clients on clients.site_id = grants.site_id and clients.id = grants.client_id
     where grants.site_id = ${site.id} and grants.member_id = ${memberId} and grants.revoked_at is null
     order by grants.id desc
     limit ${mostShown}`;
  return found.map((grant) => ({ ...grant, scopes: scopeNames.filter((scope) => grant.scopes.includes(scope)) }));
}

/** `access` lets nobody else through. */
const self = ({ caller }: Context) => caller as SessionCaller;
