import type { SiteScope } from "#domain/platform/context.ts";
import { formatClientId } from "./client.ts";
import { isInForce } from "./queries.ts";

/** The `client_id` of the Member API's explorer; undefined where the site does not show it. */
export async function findExplorerClientId({ db, site }: SiteScope): Promise<string | undefined> {
  if (!site.settings.memberExplorer) return undefined;
  const client = await db.first<{ id: string }>`
    select id from clients where site_id = ${site.id} and origin = 'explorer' and ${isInForce}`;
  return client && formatClientId(client.id);
}
