import type { Queries } from "#database/database.ts";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";

/** Every kind of second factor of a member, of whom nothing else is asked: their sign-in takes a second step. */
export async function insertFactors(
  { site }: { site: { id: string; host: string } },
  memberId: string,
  name: string,
  db: Queries = database,
): Promise<void> {
  const owned = { siteId: site.id, memberId, createdAt: now() };
  const bytes = Buffer.from(newId());
  const app = { ...owned, secret: bytes, lastStep: 1, lastUsedAt: now() };
  await db.run`insert into authenticator_apps ${rows(app)} on conflict do nothing`;
  await db.run`insert into recovery_codes ${rows({ ...owned, digest: bytes })}`;
  const credential = { credentialId: bytes, publicKey: bytes, counter: 0, transports: [], isSynced: false };
  await db.run`insert into passkeys ${rows({ ...owned, ...credential, id: newId(), rpId: site.host, name })}`;
  await db.run`
    insert into spent_challenges ${rows({ siteId: site.id, digest: bytes, expiresAt: now() })}`;
}
