import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { claimsOf } from "../claims.ts";
import { type Client, clientIdOf, narrowToClient } from "../clients/client.ts";
import { invalidGrant, OAuthError } from "../error.ts";
import { endFamilyAfterReplay } from "../families.ts";
import type { Form } from "../form.ts";
import { signIdToken } from "../id-token.ts";
import type { Signer } from "#oauth/signer.ts";
import { challengeOf, requireVerifier } from "../pkce.ts";
import { findSpentCode, type Redeemed, type Redemption, redeemCode } from "../redeem-code.ts";
import { requireOwnResource } from "../resource.ts";
import { newTokenPair, type TokenPair } from "../token-pair.ts";
import type { Grant } from "./grant.ts";
import { type TokenResponse, tokenResponse } from "./token-response.ts";

/** RFC 6749 §4.1.3 with PKCE (RFC 7636 §4.6) and resource binding (RFC 8707 §2.2). */
export const authorizationCode: Grant = {
  async attempt(context, client, form, keyRing) {
    // Opens the key before the code is spent: a key that cannot be opened must not cost the code.
    const signer = context.site.settings.signing === "on" ? await keyRing.signer(context, context.now) : undefined;
    const pair = newTokenPair(context.site, context.now);
    const redeemed = await redeemCode(context, client, readRedemption(context, form), pair);
    return redeemed && respond(context, client, redeemed, pair, signer);
  },

  /** On reuse of a code by the client it was issued to, revokes the tokens of the first use. */
  async refuse(context, client, form) {
    const redemption = readRedemption(context, form);
    const code = await findSpentCode(context, redemption.codeDigest);
    if (!code || code.clientId !== client.id) {
      return invalidGrant("The code is unknown, expired or already used. Start at the authorization endpoint again.");
    }
    // A spent code gets the same error as a wrong verifier, so that the error does not reveal which part of a guess
    // was right.
    const unsound = invalidGrant(
      "The code was issued for another redirect_uri or code_challenge, or is expired or already used.",
    );
    const redirectHolds =
      code.redirectUri === redemption.redirectUri || (redemption.redirectUri === null && !code.redirectUriNamed);
    if (!redirectHolds || code.codeChallenge !== redemption.challenge) return unsound;
    if (code.resourceNamed && !redemption.resourceNamed) {
      return new OAuthError(
        "invalid_target",
        "resource was sent to the authorization endpoint: send the same value here (RFC 8707).",
      );
    }
    if (code.redeemed) await endFamilyAfterReplay(context, code.familyId, "code");
    return unsound;
  },
};

function readRedemption({ site }: Context, form: Form): Redemption {
  const code = form.require("code");
  const challenge = challengeOf(requireVerifier(form.require("code_verifier")));
  requireOwnResource(form.resources, site.origin);
  return {
    codeDigest: digest(code),
    redirectUri: form.get("redirect_uri") ?? null,
    challenge,
    resourceNamed: form.resources.length > 0,
  };
}

function respond(
  context: Context,
  client: Client,
  redeemed: Redeemed,
  pair: TokenPair,
  signer: Signer | undefined,
): TokenResponse {
  const { site, now } = context;
  // An operator may have removed scopes since the member consented.
  const scopes = narrowToClient(client, redeemed.scopes);
  const response = tokenResponse(site, pair, scopes);
  if (signer && scopes.includes("openid")) {
    const content = {
      audience: clientIdOf(client),
      claims: claimsOf(site, redeemed, scopes),
      nonce: redeemed.nonce,
      authTime: redeemed.authTime,
      amr: redeemed.amr,
      accessToken: pair.access,
    };
    response.id_token = signIdToken(site, signer, content, now);
  }
  return response;
}
