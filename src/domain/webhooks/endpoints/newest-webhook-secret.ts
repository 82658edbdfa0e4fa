import type { Queries } from "#database/database.ts";
import { opensWebhookSecret } from "./webhook-secret.ts";

interface SealedSecret {
  siteId: string;
  id: string;
  secret: Buffer;
}

/** Returns whether the key opens the newest webhook secret of the installation; undefined if there is none. */
export async function opensNewestWebhookSecret(db: Queries, key: Buffer): Promise<boolean | undefined> {
  const newest = await db.first<SealedSecret>`
    select site_id, id, secret from webhook_endpoints order by updated_at desc, id desc limit 1`;
  return newest && opensWebhookSecret(key, newest.secret, newest.siteId, newest.id);
}
