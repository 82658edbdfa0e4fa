import type { SiteScope } from "#domain/platform/context.ts";

/**
 * Marks a client as an agent on its first request to the site's MCP server with a token of its own. Its name and
 * metadata prove nothing.
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
