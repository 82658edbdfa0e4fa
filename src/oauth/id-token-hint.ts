import { createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import { parseId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { decodeBase64Url } from "#lib/wire/base64.ts";
import { invalidRequest } from "./error.ts";
import type { PublicJwk } from "./signing-key.ts";

const Header = z.object({ alg: z.literal("ES256"), kid: z.string() });
const Payload = z.object({ iss: z.string(), aud: z.string(), sub: z.string() });

/** The verified content of an id_token of this site. It may have expired. */
export interface IdTokenHint {
  memberId: string;
  /** The `client_id` that the token was issued to. */
  audience: string;
}

/**
 * Verifies an id_token_hint (OpenID Connect Core §3.1.2.1). Returns undefined if the site no longer has its key: the
 * hint then identifies no member, and the client is not at fault. Throws `invalid_request` if it is not an id_token of
 * this site.
 */
export function readIdTokenHint(site: Site, keys: readonly PublicJwk[], hint: string): IdTokenHint | undefined {
  const [encodedHeader, encodedPayload, signature, ...rest] = hint.split(".");
  const header = Header.safeParse(decode(encodedHeader)).data;
  const claims = Payload.safeParse(decode(encodedPayload)).data;
  const memberId = claims && parseId("member", claims.sub);
  if (!header || !signature || rest.length > 0 || claims?.iss !== site.origin || memberId === undefined) {
    throw invalidRequest("id_token_hint is not an id_token of this site. Send one issued by this site, or omit it.");
  }
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return undefined;
  if (!isSignature(key, Buffer.from(`${encodedHeader}.${encodedPayload}`), signature)) {
    throw invalidRequest("The signature of id_token_hint is invalid. Send the id_token as issued, or omit it.");
  }
  return { memberId, audience: claims.aud };
}

function isSignature(key: PublicJwk, signed: Buffer, encoded: string): boolean {
  const signature = decodeBase64Url(encoded);
  const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
  return signature !== undefined && verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
}

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(decodeBase64Url(part ?? "")?.toString() ?? "");
  } catch {
    return undefined;
  }
}
