import type { SiteScope } from "#domain/platform/context.ts";
import { formatClientId } from "./client.ts";
import { isInForce } from "./queries.ts";

/** Returns the `client_id` of the Member API explorer; undefined if the site has disabled it. */
export async function findExplorerClientId({ db, site }: SiteScope): Promise<string | undefined> {
  if (!site.settings.memberExplorer) return undefined;
  const client = await db.first<{ id: string }>`
    select id from clients where site_id = ${site.id} and origin = 'explorer' and audience = 'member' and ${isInForce}`;
  return client && formatClientId(client.id);
}
