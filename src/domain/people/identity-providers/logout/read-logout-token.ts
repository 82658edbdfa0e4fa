import type { Context } from "#domain/platform/context.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import type { IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { isAudience, readProviderKeys, signatureAlgorithms } from "../upstream/token-signatures.ts";
import { openClient } from "../upstream/open-client.ts";

/** A valid logout token. It names a person, a session of the provider, or both. */
export interface LogoutToken {
  subject: string | undefined;
  session: string | undefined;
  /** `jti`: a token is used once. */
  tokenId: string;
  expiresAt: Date;
}

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Applies whatever the token says about itself. */
const maxAgeSeconds = 600;
const clockTolerance = 30;

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). What can be checked without the provider is
 * checked first: anyone can send one. Throws ProviderError.
 */
export async function readLogoutToken(
  context: Context,
  provider: IdentityProvider,
  token: string,
): Promise<LogoutToken> {
  const { createLocalJWKSet, decodeJwt, jwtVerify } = await import("jose");
  try {
    const { issuer, clientId } = provider;
    if (!isMeant(decodeJwt(token), provider)) throw new ProviderError("invalid", "The token is for another client.");
    const { configuration } = await openClient(context, provider);
    const keys = createLocalJWKSet(await readProviderKeys(context, configuration));
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: [...signatureAlgorithms],
      clockTolerance,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ["iat", "exp", "jti"],
    });
    const { sub: subject, sid, jti: tokenId, exp = 0 } = payload;
    const session = isName(sid) ? sid : undefined;
    const named = [subject, sid].filter((value) => value !== undefined);
    const isEvent = isRecord(asRecord(payload["events"])[event]);
    // A nonce is that of an ID token, which must not pass for a logout token.
    if (!isEvent || "nonce" in payload || !isName(tokenId) || named.length === 0 || !named.every(isName)) {
      throw new ProviderError("invalid", "The token is no logout token.");
    }
    return { subject, session, tokenId, expiresAt: new Date((exp + clockTolerance) * 1000) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("invalid", "The logout token is not valid.", { cause: error });
  }
}

const isMeant = ({ iss, aud }: { iss?: string; aud?: string | string[] }, provider: IdentityProvider): boolean =>
  iss === provider.issuer && isAudience(aud) && [aud].flat().includes(provider.clientId);

/** Claims are declared as texts, and sent as any JSON. */
const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 255 && !value.includes("\0");
