import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { mustGet } from "#lib/collections/must-get.ts";

/** Counting stops here; larger counts are shown as "more than". */
export const maxCounted = { members: 1000, connections: 500 } as const;

export const Usage = z.object({
  /** Members with an unrevoked grant; at most `maxCounted.members` + 1. */
  members: z.number().int(),
  /** Token families that it can still refresh; at most `maxCounted.connections` + 1. */
  connections: z.number().int(),
  /** The last token request. Use of an access token is not recorded. */
  lastUsedAt: z.date().nullable(),
  /** The first MCP request, if any. */
  agentSince: z.date().nullable(),
});
export type Usage = z.output<typeof Usage>;

/** Adds usage figures to applications. */
export async function withUsage<Application extends { id: string }>(
  context: Context,
  applications: readonly Application[],
): Promise<(Application & { usage: Usage })[]> {
  const ids = applications.map(({ id }) => id);
  const usages = await usageOf(context, ids);
  return applications.map((application) => ({ ...application, usage: mustGet(usages, application.id) }));
}

/** Reads only the newest connections, so that a popular application costs no more than another. */
async function usageOf({ db, site, now }: Context, clientIds: readonly string[]): Promise<Map<string, Usage>> {
  const found = await db.many<Usage & { id: string }>`
    select client.id, recent.last_used_at, recent.connections,
           (select clients.agent_since from clients
             where clients.site_id = ${site.id} and clients.id = client.id) as agent_since,
           (select count(*) from (
              select from grants
               where grants.site_id = ${site.id} and grants.client_id = client.id and grants.revoked_at is null
               order by grants.id desc
               limit ${maxCounted.members + 1}) as counted) as members
      from unnest(${clientIds}::uuid[]) as client (id)
     cross join lateral (
       select max(newest.created_at) as last_used_at,
              count(*) filter (where newest.spent_at is null and newest.expires_at > ${now}) as connections
         from (select families.id
                 from (select grants.id from grants
                        where grants.site_id = ${site.id} and grants.client_id = client.id
                          and grants.revoked_at is null
                        order by grants.id desc
                        limit ${maxCounted.connections + 1}) as allowed
                 join families on families.site_id = ${site.id} and families.grant_id = allowed.id
                              and families.revoked_at is null
                limit ${maxCounted.connections + 1}) as family
        cross join lateral (
          select tokens.created_at, tokens.spent_at, tokens.expires_at from tokens
           where tokens.site_id = ${site.id} and tokens.family_id = family.id and tokens.kind = 'refresh'
           order by tokens.created_at desc
           limit 1) as newest) as recent`;
  return new Map(found.map(({ id, ...usage }) => [id, usage]));
}
