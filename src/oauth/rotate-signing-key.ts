import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { idTokenLifetime } from "./id-token.ts";
import { newSigningKey, type SigningKey } from "./signing-key.ts";
import {
  deleteOtherSigningKeys,
  eraseRetiredSigningKeys,
  insertSigningKey,
  listSigningKeys,
  retireSigningKeys,
} from "./signing-keys.ts";

/** Longer than any cache of the key set, in this server or in clients (see the `Cache-Control` of the key set). */
const leadSeconds = 15 * 60;
const clockSkewSeconds = 5 * 60;

/** `secretKey` is the key of the installation that seals private keys. */
export const signingKeyRotation = (secretKey: Buffer) =>
  operation({
    name: "rotateSigningKey",
    summary: "Rotate the signing key",
    description: "The new key starts signing after caches have expired. A leaked key can be replaced immediately.",
    writes: inAdminArea,
    input: z.object({ immediately: z.boolean().default(false) }),
    output: z.object({ kid: z.string(), activeFrom: z.date() }),
    async run(context, { immediately }) {
      const { publicJwk, activeFrom } = await rotate(context, secretKey, immediately);
      return { kid: publicJwk.kid, activeFrom };
    },
    audit: ({ immediately }, { kid, activeFrom }) => ({
      resourceType: "signing_key",
      resourceId: kid,
      details: { immediately, activeFrom: activeFrom.toISOString() },
    }),
  });

/**
 * Publishes the next key now and activates it once every cache has it. The previous keys stay until their last token
 * has expired; afterwards their public halves verify hints.
 * `immediately` is for a leaked key: deletes all previous and former keys and signs with the new one. Every running
 * server follows within five seconds (see the key ring). Verifiers may trust the leaked key, and not know the new one,
 * for as long as they cache the key set.
 */
async function rotate(context: Context, secretKey: Buffer, immediately: boolean): Promise<SigningKey> {
  const { site, now } = context;
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  // The first key of a site can sign immediately.
  const isFirst = (await listSigningKeys(context, now)).length === 0;
  const key = newSigningKey(site.id, secretKey, now, immediately || isFirst ? now : after(leadSeconds));
  await insertSigningKey(context, key);
  if (immediately) {
    await deleteOtherSigningKeys(context, key.id);
    return key;
  }
  await retireSigningKeys(context, key.id, after(leadSeconds + idTokenLifetime + clockSkewSeconds));
  await eraseRetiredSigningKeys(context, now);
  return key;
}
