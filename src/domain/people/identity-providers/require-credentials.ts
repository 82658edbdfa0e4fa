import { validationFailed } from "#domain/platform/problem.ts";
import { isOneLine } from "#lib/text/one-line.ts";
import { dialects } from "./dialect.ts";
import type { IdentityProvider } from "./provider.ts";
import { readSigningKey } from "./signing-key.ts";

const maxSecret = 1000;

/** Returns the secret to store: a line of text, or a private key. Throws `validation_failed`. */
export function requireSecret({ preset }: Pick<IdentityProvider, "preset">, secret: string): string {
  if (dialects[preset].hasSigningKey) return readSigningKey(secret).export({ type: "pkcs8", format: "pem" }).toString();
  if (secret.length <= maxSecret && isOneLine(secret)) return secret;
  throw validationFailed("/clientSecret", "invalid", `Enter one line of at most ${maxSecret} characters.`);
}

const missing = (field: string, name: string) =>
  validationFailed(`/${field}`, "required", `Enter the ${name} before you enable the provider.`);

type Credentials = Pick<IdentityProvider, "preset" | "clientId" | "teamId" | "keyId" | "saml"> & { hasSecret: boolean };

/** Requires what the provider needs before people can sign in with it. Throws `validation_failed`. */
export function requireComplete({ preset, clientId, teamId, keyId, saml, hasSecret }: Credentials): void {
  if (saml) {
    if (saml.certificates.length === 0) throw missing("metadata", "metadata of the provider");
    return;
  }
  const { hasSigningKey, sharesKey } = dialects[preset];
  if (clientId === "") throw missing("clientId", "client ID");
  if (hasSigningKey && teamId === null) throw missing("teamId", "team ID");
  if (hasSigningKey && keyId === null) throw missing("keyId", "key ID");
  if ((hasSigningKey || sharesKey) && !hasSecret) throw missing("clientSecret", "secret");
}
