import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { findBySerial } from "#domain/learning/certificates/queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, inAdminArea, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { badgeOf } from "./badge.ts";
import {
  deleteOtherKeys,
  dropPrivateKeys,
  findPublicKey,
  insertKey,
  keyAddress,
  listPublicKeys,
  newKey,
  signCompact,
} from "./keys.ts";
import { encodedStatusList, statusListAddress, statusListCredential } from "./status-list.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { readSerial } from "#domain/learning/certificates/certificate.ts";

/** Stores only the position in the status list. Each download is signed with the current key. */
export const issueBadge = operation({
  name: "issueBadge",
  summary: "Issue the Open Badge of a certificate",
  description: "For anyone with the serial. Revoked certificates have none.",
  writes: forAnyone,
  input: z.object({ serial: z.string().max(40) }),
  output: z.object({ serial: z.string(), jwt: z.string() }),
  async run(context, input) {
    const serial = readSerial(input.serial);
    const found = await findBySerial(context, serial);
    if (!found || found.status !== "valid") throw notFound("Open Badge of certificate", serial);
    const statusIndex = await statusIndexOf(context, found.id);
    return { serial, jwt: await signCompact(context, "JWT", badgeOf(context.site, { ...found, statusIndex })) };
  },
  unaudited: "a signed copy of a public page, for anyone",
});

export const readStatusList = operation({
  name: "readStatusList",
  summary: "Retrieve an Open Badges status list",
  description: "A signed BitstringStatusListCredential of 131,072 entries.",
  reads: forAnyone,
  input: z.object({ list: z.coerce.number().int().min(0).max(1_000_000) }),
  output: z.object({ jwt: z.string() }),
  async run(context, { list }) {
    const encodedList = await encodedStatusList(context, list);
    if (encodedList === undefined) throw notFound("status list", String(list));
    const address = statusListAddress(context.site, list);
    return { jwt: await signCompact(context, "vc+jwt", statusListCredential(context, address, encodedList)) };
  },
});

const PublicKey = z.object({
  kid: z.string(),
  kty: z.string(),
  n: z.string(),
  e: z.string(),
  alg: z.string(),
  use: z.string(),
});

export const listCredentialKeys = operation({
  name: "listCredentialKeys",
  summary: "List the Open Badges public keys",
  description: "Newest first. Former keys stay, because they verify existing badges.",
  reads: forAnyone,
  input: z.object({}),
  output: z.object({ keys: z.array(PublicKey) }),
  run: async (context) => ({
    keys: (await listPublicKeys(context)).map(({ id, publicJwk }) => ({
      kid: keyAddress(context.site, id),
      ...publicJwk,
    })),
  }),
});

export const getCredentialKey = operation({
  name: "getCredentialKey",
  summary: "Retrieve an Open Badges public key",
  reads: forAnyone,
  input: z.object({ id: Id("credentialKey") }),
  output: PublicKey,
  async run(context, { id }) {
    const found = await findPublicKey(context, id);
    if (!found) throw notFound("key", formatId("credentialKey", id));
    return { kid: keyAddress(context.site, id), ...found.publicJwk };
  },
});

export const rotateCredentialKey = operation({
  name: "rotateCredentialKey",
  summary: "Rotate the Open Badges signing key",
  description:
    "The new key signs immediately. Former public keys stay, so that existing badges verify. A leaked key can be withdrawn: badges that it signed become invalid and can be downloaded again.",
  writes: inAdminArea,
  input: z.object({ withdraw: z.boolean().default(false) }),
  output: z.object({ id: Id("credentialKey"), kid: z.string() }),
  prepare: async (context) => ({ key: await newKey(context) }),
  async run(context, { withdraw, key }) {
    await insertKey(context, key);
    if (withdraw) await deleteOtherKeys(context, key.id);
    else await dropPrivateKeys(context, context.now, key.id);
    return { id: key.id, kid: keyAddress(context.site, key.id) };
  },
  audit: ({ withdraw }, { id }) => about("credentialKey", id, { withdraw }),
});

/**
 * Returns the position of a certificate in the status lists of the site, assigned with its first badge. Positions are
 * never used again: those of deleted certificates count as revoked.
 */
async function statusIndexOf({ db, site }: Context, certificateId: string): Promise<number> {
  const certificate = await mustExist(db.first<{ statusIndex: number | null }>`
    select status_index::integer from certificates
     where site_id = ${site.id} and id = ${certificateId} for no key update`);
  if (certificate.statusIndex !== null) return certificate.statusIndex;
  const { index } = await db.write.one<{ index: number }>`
    insert into credential_statuses (site_id, next_index) values (${site.id}, 1)
    on conflict (site_id) do update set next_index = credential_statuses.next_index + 1
    returning (next_index - 1)::integer as index`;
  await db.run`
    update certificates set status_index = ${index} where site_id = ${site.id} and id = ${certificateId}`;
  return index;
}
