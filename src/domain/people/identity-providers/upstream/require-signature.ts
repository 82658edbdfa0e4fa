import type { Context } from "#domain/platform/context.ts";
import { dialects } from "../dialect.ts";
import type { IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { type ProviderClient, secretOf } from "./open-client.ts";
import { readProviderKeys, signatureAlgorithms } from "./token-signatures.ts";

/**
 * Requires a signature that proves the provider. The client library has verified those with public keys. It accepts
 * none with a shared secret, and neither does this function, except of providers that sign in no other way.
 */
export async function requireSignature(
  context: Context,
  provider: IdentityProvider,
  { configuration }: ProviderClient,
  idToken: string,
): Promise<void> {
  const { compactVerify, createLocalJWKSet, decodeProtectedHeader } = await import("jose");
  const { alg = "" } = decodeProtectedHeader(idToken);
  const isPublic = signatureAlgorithms.some((algorithm) => algorithm === alg);
  const { sharesKey } = dialects[provider.preset];
  if (isPublic && !sharesKey) return;
  if (isPublic) {
    const keys = createLocalJWKSet(await readProviderKeys(context, configuration));
    await compactVerify(idToken, keys, { algorithms: [...signatureAlgorithms] });
    return;
  }
  const secret = sharesKey && alg === "HS256" ? secretOf(context, provider) : undefined;
  if (secret === undefined) throw new ProviderError("invalid", "The ID token is not signed with a public key.");
  await compactVerify(idToken, Buffer.from(secret), { algorithms: ["HS256"] });
}
