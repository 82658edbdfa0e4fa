import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { ASite } from "../world.ts";

/** Every kind of second factor of a member, of whom nothing else is asked: their sign-in takes a second step. */
export async function insertFactors({ site }: Pick<ASite, "site">, memberId: string, name: string): Promise<void> {
  const owned = { siteId: site.id, memberId, createdAt: now() };
  const bytes = Buffer.from(newId());
  const app = { ...owned, secret: bytes, lastStep: 1, lastUsedAt: now() };
  await database.run`insert into authenticator_apps ${rows(app)} on conflict do nothing`;
  await database.run`insert into recovery_codes ${rows({ ...owned, digest: bytes })}`;
  const credential = { credentialId: bytes, publicKey: bytes, counter: 0, transports: [], isSynced: false };
  await database.run`insert into passkeys ${rows({ ...owned, ...credential, id: newId(), rpId: site.host, name })}`;
  await database.run`
    insert into spent_challenges ${rows({ siteId: site.id, digest: bytes, expiresAt: now() })}`;
}
