import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Context } from "#domain/platform/context.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { issuerAddress } from "./issuer.ts";

/** Minimum length of a list (Bitstring Status List v1.0 §6.1), so that a request does not reveal the credential. */
export const listLength = 131_072;

/** Caches of clients add the time of `Cache-Control`. */
const reuseMs = 10_000;

export const statusListAddress = ({ origin }: Site, list: number): string => `${origin}/certificates/status/${list}`;

const compress = promisify(gzip);

const lists = new LRUCache<string, { bits: Promise<string | undefined>; readAt: Date }>({ max: 200 });

/** Returns the compressed bits of a list; undefined if the site has not begun it. */
export function encodedStatusList(context: Context, list: number): Promise<string | undefined> {
  const { site, now } = context;
  const name = `${site.id}/${list}`;
  const cached = lists.get(name);
  // The absolute value guards against a clock that was set back.
  if (cached && Math.abs(now.getTime() - cached.readAt.getTime()) < reuseMs) return cached.bits;
  const bits = encode(context, list);
  lists.set(name, { bits, readAt: now });
  bits.then(
    (found) => found === undefined && lists.delete(name),
    () => lists.delete(name),
  );
  return bits;
}

async function encode({ db, site }: Context, list: number): Promise<string | undefined> {
  const start = list * listLength;
  const assigned = await db.first<{ next: number }>`
    select next_index::integer as next from credential_statuses where site_id = ${site.id}`;
  const end = Math.min(assigned?.next ?? 0, start + listLength);
  if (end <= start) return undefined;
  // One text instead of a row each, which the driver would parse for too long.
  const { valid } = await db.one<{ valid: string | null }>`
    select string_agg(status_index::text, ',') as valid from certificates
     where site_id = ${site.id} and status_index >= ${start} and status_index < ${end}
       and status = 'valid' and deleted_at is null`;
  const bytes = allSet(end - start);
  for (const text of valid === null ? [] : valid.split(",")) clear(bytes, Number(text) - start);
  // Multibase: `u` is base64url without padding.
  return `u${(await compress(bytes)).toString("base64url")}`;
}

/** Sets the bits of the assigned positions, from the left of each byte. */
function allSet(count: number): Buffer {
  const bytes = Buffer.alloc(listLength / 8).fill(0xff, 0, count >> 3);
  if (count < listLength) bytes[count >> 3] = 0xff & ~(0xff >> (count & 7));
  return bytes;
}

function clear(bytes: Buffer, index: number): void {
  bytes[index >> 3] = (bytes[index >> 3] ?? 0) & ~(0x80 >> (index & 7));
}

/** Bitstring Status List v1.0 §3.2, as the payload of a JWT (VC-JOSE-COSE §3.1.1). */
export function statusListCredential({ site, now }: Context, id: string, encodedList: string): object {
  const issuer = issuerAddress(site);
  const validFrom = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer,
    validFrom: validFrom.toISOString(),
    credentialSubject: { id: `${id}#list`, type: "BitstringStatusList", statusPurpose: "revocation", encodedList },
    iss: issuer,
    jti: id,
    nbf: validFrom.getTime() / 1000,
  };
}
