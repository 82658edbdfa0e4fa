import { createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import { parseId } from "#domain/ids.ts";
import type { Site } from "#domain/sites/site.ts";
import { type Client, clientIdOf } from "./clients/client.ts";
import { invalidRequest } from "./error.ts";
import type { PublicJwk } from "./signing-key.ts";

const Header = z.object({ alg: z.literal("ES256"), kid: z.string() });
const Payload = z.object({ iss: z.string(), aud: z.string(), sub: z.string() });

/**
 * The member whom an id_token of ours names, given as a hint of who is meant (OpenID Connect Core §3.1.2.1). It may
 * have expired; it must have been issued to this client, by a key that is still published. Throws `invalid_request`.
 */
export function memberOfHint(site: Site, client: Client, keys: readonly PublicJwk[], hint: string): string {
  const [header, payload, signature, ...rest] = hint.split(".");
  const kid = Header.safeParse(decode(header)).data?.kid;
  const key = keys.find((published) => published.kid === kid);
  const signed = Buffer.from(`${header}.${payload}`);
  if (!key || !signature || rest.length > 0 || !isSignature(key, signed, signature)) {
    throw invalidRequest("id_token_hint is not signed by a key of this site. Send an id_token of its own, or none.");
  }
  const claims = Payload.safeParse(decode(payload)).data;
  const memberId = claims && parseId("member", claims.sub);
  if (claims?.iss !== site.origin || claims.aud !== clientIdOf(client) || memberId === undefined) {
    throw invalidRequest("id_token_hint was not issued to this client. Send an id_token of its own, or none.");
  }
  return memberId;
}

const isSignature = (key: PublicJwk, signed: Buffer, signature: string): boolean =>
  verify(
    "sha256",
    signed,
    { key: createPublicKey({ key: { ...key }, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? "", "base64url").toString());
  } catch {
    return undefined;
  }
}
