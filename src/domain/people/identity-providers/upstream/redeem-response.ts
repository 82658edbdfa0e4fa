import type { Context } from "#domain/platform/context.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { type IdentityProvider, redirectAddress } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import type { RequestSecrets, TakenRequest } from "../requests.ts";
import { requireSignInAgain, signInTimeOf } from "../sign-in-time.ts";
import { asProviderError } from "./as-provider-error.ts";
import { isAudience } from "./token-signatures.ts";
import { openClient, type ProviderClient } from "./open-client.ts";
import { requireSignature } from "./require-signature.ts";
import { type ProvenClaims, readClaims, type SentClaims } from "./sent-claims.ts";

/**
 * Returns what the provider says about the person in the response to a request, if they have signed in as it demands.
 * Throws ProviderError.
 */
export async function redeemResponse(
  context: Context,
  provider: IdentityProvider,
  request: TakenRequest,
  query: string,
): Promise<ProvenClaims> {
  const claims = await readResponse(context, provider, request, query);
  requireSignInAgain(provider, request, claims, context.now);
  return { ...claims, authenticatedAt: signInTimeOf(request, claims, context.now) };
}

async function readResponse(
  context: Context,
  provider: IdentityProvider,
  request: TakenRequest,
  query: string,
): Promise<SentClaims> {
  if (provider.protocol === "openid") return redeemCode(context, provider, request, query);
  const { readStoredResponse } = await import("../saml/receive-response.ts");
  return readStoredResponse(context, provider, request);
}

/**
 * Exchanges the code of a response for an ID token, and checks both: issuer, state, nonce, audience, times, signature
 * (OpenID Connect Core §3.1.3.7, RFC 9207). Reads UserInfo for what the ID token leaves out. Throws ProviderError.
 */
async function redeemCode(
  context: Context,
  provider: IdentityProvider,
  { state, nonce, verifier }: RequestSecrets,
  query: string,
): Promise<SentClaims> {
  const client = await openClient(context, provider);
  const { library, configuration } = client;
  const response = new URL(`${redirectAddress(context, provider.id)}?${query}`);
  try {
    const tokens = await library.authorizationCodeGrant(configuration, response, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    await requireSignature(context, provider, client, tokens.id_token ?? "");
    const claims = asRecord(tokens.claims());
    if (!isAudience(claims["aud"])) throw new ProviderError("invalid", "The audience of the ID token is no text.");
    const userInfo = needsUserInfo(provider, claims) ? await readUserInfo(client, tokens.access_token, claims) : {};
    const sent = readClaims(provider, combine(userInfo, claims));
    if (sent.subject === "") throw new ProviderError("invalid", "The subject is missing or too long.");
    return sent;
  } catch (error) {
    throw asProviderError(library, error);
  }
}

/** The address and what is said about it come from one source. */
const combine = (more: Record<string, unknown>, claims: Record<string, unknown>): Record<string, unknown> =>
  claims["email"] === undefined ? { ...more, ...withoutAddress(claims) } : { ...withoutAddress(more), ...claims };

const withoutAddress = (claims: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !ofAddress.has(name)));

const ofAddress: ReadonlySet<string> = new Set(["email", "email_verified", "hd", "xms_edov"]);

const needsUserInfo = ({ groupsClaim, groupRoles }: IdentityProvider, claims: Record<string, unknown>): boolean =>
  claims["email"] === undefined ||
  (Object.keys(groupRoles).length > 0 && claims[groupsClaim.split(".")[0] ?? ""] === undefined);

/** The answer is about the subject of the ID token, or refused (OpenID Connect Core §5.3.2). */
async function readUserInfo(
  { library, configuration }: ProviderClient,
  accessToken: string,
  { sub }: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return asRecord(await library.fetchUserInfo(configuration, accessToken, String(sub)));
}
