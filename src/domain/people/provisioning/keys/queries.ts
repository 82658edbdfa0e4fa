import { readingBatch } from "#database/statements/batch.ts";
import { assignments, rows, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import { listing } from "#domain/platform/listing/listing.ts";
import { digest } from "#lib/secrets/secret.ts";
import { endingOf, type ProvisioningKey } from "./provisioning-key.ts";

export const provisioningKeys = listing<ProvisioningKey>({
  kind: "provisioningKey",
  table: sql`provisioning_keys`,
  columns: sql`
    provisioning_keys.id, provisioning_keys.name, provisioning_keys.ending, provisioning_keys.email_domains,
    provisioning_keys.roles as givable_roles, provisioning_keys.group_roles, provisioning_keys.created_at,
    provisioning_keys.revoked_at, provisioning_keys.last_used_at, provisioning_keys.last_used_address,
    person.name as member_name, person.email as member_email`,
  joins: personOf(sql`provisioning_keys`),
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {},
  keepsDeleted: false,
});

/** A key that is not revoked, as requests with it need it. */
export interface StoredKey {
  id: string;
  name: string;
  digest: Buffer;
  emailDomains: string[];
  givableRoles: ProvisioningKey["givableRoles"];
  groupRoles: ProvisioningKey["groupRoles"];
}

/** Looks up a key by its digest. Never cached: a revocation takes effect at the next request. */
export const findKeyByDigest = ({ db, site }: SiteScope, keyDigest: Buffer): Promise<StoredKey | undefined> =>
  db.together(keysByDigest, { siteId: site.id, digest: keyDigest });

const rights = sql`
  provisioning_keys.id, provisioning_keys.name, provisioning_keys.digest, provisioning_keys.email_domains,
  provisioning_keys.roles as givable_roles, provisioning_keys.group_roles`;

const keysByDigest = readingBatch<{ siteId: string; digest: Buffer }, StoredKey>(
  { siteId: "uuid", digest: "bytea" },
  (requested) => sql`
    with ${requested}
    select requested.ordinal, ${rights}
      from requested
      join provisioning_keys on provisioning_keys.site_id = requested.site_id
       and provisioning_keys.digest = requested.digest and provisioning_keys.revoked_at is null`,
);

/** Reads a key again, inside the transaction that needs its rights: `lockKey` waits for its end. */
export const readRights = ({ db, site }: SiteScope, id: string): Promise<StoredKey | undefined> =>
  db.write.first<StoredKey>`
    select ${rights} from provisioning_keys
     where site_id = ${site.id} and id = ${id} and revoked_at is null for key share`;

/** Waits for transactions that use the present rights of the key, and lets others wait for the new ones. */
export const lockKey = ({ db, site }: SiteScope, id: string): Promise<StoredKey | undefined> =>
  db.write.first<StoredKey>`
    select ${rights} from provisioning_keys
     where site_id = ${site.id} and id = ${id} and revoked_at is null for update`;

export const keyExists = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`select from provisioning_keys where site_id = ${site.id} and id = ${id}`) !== undefined;

/** Counts the keys that are not revoked. A site has few keys, revoked ones included. */
export const countKeys = async ({ db, site }: SiteScope): Promise<number> =>
  (
    await db.one<{ count: number }>`
      select count(*)::integer as count from provisioning_keys where site_id = ${site.id} and revoked_at is null`
  ).count;

type Rights = Pick<ProvisioningKey, "name" | "emailDomains" | "givableRoles" | "groupRoles">;

const columnsOf = ({ name, emailDomains, givableRoles, groupRoles }: Rights) => ({
  name,
  emailDomains,
  roles: givableRoles,
  groupRoles,
});

export async function insertKey(
  { db, site }: SiteScope,
  { id, memberId, key, ...rights }: Rights & { id: string; memberId: string; key: string },
  now: Date,
): Promise<void> {
  const secret = { digest: digest(key), ending: endingOf(key) };
  const row = { siteId: site.id, id, memberId, ...columnsOf(rights), ...secret, createdAt: now, updatedAt: now };
  await db.run`insert into provisioning_keys ${rows(row)}`;
}

/** Changes a key. Requires a lock on it. */
export const updateKey = ({ db, site }: SiteScope, id: string, changed: Rights, now: Date): Promise<number> =>
  db.run`
    update provisioning_keys set ${assignments({ ...columnsOf(changed), updatedAt: now })}
     where site_id = ${site.id} and id = ${id}`;

/** Replaces the text of a key: the former one is refused from now on. Returns undefined if it is revoked. */
export const replaceKey = (
  { db, site }: SiteScope,
  { id, key, ending }: { id: string; key: string; ending: string },
  now: Date,
): Promise<{ name: string } | undefined> =>
  db.write.first<{ name: string }>`
    update provisioning_keys set digest = ${digest(key)}, ending = ${endingOf(key)}, updated_at = ${now}
     where site_id = ${site.id} and id = ${id} and ending = ${ending} and revoked_at is null
    returning name`;

/** Returns undefined if there is no such key, or it is revoked already. */
export const revokeKey = ({ db, site }: SiteScope, id: string, now: Date): Promise<{ name: string } | undefined> =>
  db.write.first<{ name: string }>`
    update provisioning_keys set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and id = ${id} and revoked_at is null
    returning name`;

/** Records the use of a key, unless a recent use is recorded. */
export const recordUse = (
  { db, site }: SiteScope,
  { id, now, since, address }: { id: string; now: Date; since: Date; address: string | null },
): Promise<number> =>
  db.run`
    update provisioning_keys set last_used_at = ${now}, last_used_address = ${address}
     where site_id = ${site.id} and id = ${id} and (last_used_at is null or last_used_at < ${since})`;
