import { createPrivateKey, type KeyObject } from "node:crypto";
import { validationFailed } from "#domain/platform/problem.ts";
import { signJwt } from "#lib/secrets/sign-jwt.ts";
import type { IdentityProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** A client secret is made for one request. */
const lifetimeSeconds = 300;

/** Reads the private key of a .p8 file, also one that lost its line breaks. Throws `validation_failed`. */
export function readSigningKey(text: string): KeyObject {
  const [, body = ""] = /-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----/s.exec(text) ?? [];
  try {
    const key = createPrivateKey({ key: Buffer.from(body, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  } catch {
    // Falls through to the same problem.
  }
  throw validationFailed("/clientSecret", "invalid", "Expected the text of the .p8 file, with a P-256 private key.");
}

/** Signs a client secret: a token about the client, for the provider (ES256, with the claims of RFC 7523 §3). */
export function signClientSecret(
  { teamId, keyId, clientId, issuer }: Pick<IdentityProvider, "teamId" | "keyId" | "clientId" | "issuer">,
  key: string,
  now: Date,
): string {
  if (teamId === null || keyId === null) throw new ProviderError("invalid", "The team ID or the key ID is missing.");
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: teamId, sub: clientId, aud: issuer, iat: issuedAt, exp: issuedAt + lifetimeSeconds };
  return signJwt(readSigningKey(key), { kid: keyId }, claims);
}
