import type { Queries } from "#database/database.ts";
import { type SigningKey, unsealPrivateKey } from "./signing-key.ts";

/** Returns true if the secret key opens the newest signing key of the installation; undefined if there is none. */
export async function opensNewestSigningKey(db: Queries, secretKey: Buffer): Promise<boolean | undefined> {
  const newest = await db.first<SigningKey & { siteId: string }>`
    select site_id, id, public_jwk, private_key, created_at, active_from, retires_at
      from signing_keys order by created_at desc, id desc limit 1`;
  if (!newest) return undefined;
  try {
    unsealPrivateKey(newest.siteId, newest, secretKey);
    return true;
  } catch {
    return false;
  }
}
