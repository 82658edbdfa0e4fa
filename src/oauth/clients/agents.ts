import type { SiteScope } from "#domain/platform/context.ts";

/**
 * A client is an agent from the moment on at which it first speaks to the site's MCP server with a token of its own: its
 * name, and what it says of itself, prove nothing.
 */
export async function markAgent({ db, site }: SiteScope, clientId: string, now: Date): Promise<void> {
  await db.run`
    update clients set agent_since = ${now}
     where site_id = ${site.id} and id = ${clientId} and agent_since is null`;
}

export async function isAgent({ db, site }: SiteScope, clientId: string): Promise<boolean> {
  const found = await db.first<{ agentSince: Date | null }>`
    select agent_since from clients where site_id = ${site.id} and id = ${clientId}`;
  return found?.agentSince != null;
}
