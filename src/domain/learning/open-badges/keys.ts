import { createPrivateKey, generateKeyPair, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod";
import { rows } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { requireBadges } from "./badge-system.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";

/** RFC 7517, for an RS256 key. The `kid` of the key set is the address of the key. */
interface RsaJwk {
  kty: "RSA";
  n: string;
  e: string;
  alg: "RS256";
  use: "sig";
}

interface CredentialKey {
  id: string;
  publicJwk: RsaJwk;
  privateKey: Buffer | null;
}

const boxOfKey = (siteId: string, keyId: string): string => `credential-key:${siteId}:${keyId}`;

/** An HTTP URL, which verifiers must support (Open Badges 3.0 §8.5), of a JWK. */
export const keyAddress = ({ origin }: Site, id: string): string =>
  `${origin}/certificates/keys/${formatId("credentialKey", id)}`;

const generate = promisify(generateKeyPair);
const PublicParts = z.object({ n: z.string(), e: z.string() });

/** Creates a key of the size that NIST SP 800-131A accepts, outside the event loop. */
export async function newKey(context: Context): Promise<CredentialKey & { privateKey: Buffer }> {
  const { publicKey, privateKey } = await generate("rsa", { modulusLength: 2048 });
  const { n, e } = PublicParts.parse(publicKey.export({ format: "jwk" }));
  const id = newId();
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  return {
    id,
    publicJwk: { kty: "RSA", n, e, alg: "RS256", use: "sig" },
    privateKey: seal(requireBadges(context).key, der, boxOfKey(context.site.id, id)),
  };
}

export const insertKey = ({ db, site, now }: Context, key: CredentialKey) =>
  db.run`insert into credential_keys ${rows({ siteId: site.id, ...key, createdAt: now })}`;

/** Deletes the private halves of all keys but one, so that they only verify. Returns their number. */
export const dropPrivateKeys = ({ db, site }: SiteScope, now: Date, except?: string): Promise<number> =>
  db.run`
    update credential_keys set private_key = null, retired_at = ${now}
     where site_id = ${site.id} and private_key is not null and id is distinct from ${except ?? null}::uuid`;

export const deleteOtherKeys = ({ db, site }: SiteScope, kept: string): Promise<number> =>
  db.run`delete from credential_keys where site_id = ${site.id} and id <> ${kept}`;

/** Newest first. Rotation is rare: a site has a few. */
export const listPublicKeys = ({ db, site }: SiteScope) =>
  db.many<Pick<CredentialKey, "id" | "publicJwk">>`
    select id, public_jwk from credential_keys where site_id = ${site.id} order by id desc limit 100`;

export const findPublicKey = ({ db, site }: SiteScope, id: string) =>
  db.first<Pick<CredentialKey, "id" | "publicJwk">>`
    select id, public_jwk from credential_keys where site_id = ${site.id} and id = ${id}`;

/** Signs a payload as a compact JWS (RFC 7515) with the current key, which is created on first use. */
export async function signCompact(context: Context, typ: "JWT" | "vc+jwt", payload: object): Promise<string> {
  const { id, privateKey } = await currentKey(context);
  const signed = `${encode({ alg: "RS256", kid: keyAddress(context.site, id), typ })}.${encode(payload)}`;
  const signature = await signInThreadPool(Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

/** Two processes may each create the first key of a site: both verify, and the younger one signs. */
async function currentKey(context: Context): Promise<{ id: string; privateKey: KeyObject }> {
  const { db, site } = context;
  const found = await db.first<{ id: string; privateKey: Buffer }>`
    select id, private_key from credential_keys
     where site_id = ${site.id} and private_key is not null order by id desc limit 1`;
  const key = found ?? (await insertedKey(context));
  const der = open(requireBadges(context).key, key.privateKey, boxOfKey(site.id, key.id));
  return { id: key.id, privateKey: createPrivateKey({ key: der, format: "der", type: "pkcs8" }) };
}

async function insertedKey(context: Context) {
  const key = await newKey(context);
  await insertKey(context, key);
  return key;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signInThreadPool = (bytes: Buffer, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign("RSA-SHA256", bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });

/** Seals the private keys of a site's Open Badges again. */
export const resealCredentialKeys = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "credential_keys",
    key: "id",
    column: "private_key",
    contextOf: (id) => boxOfKey(scope.site.id, id),
  });
