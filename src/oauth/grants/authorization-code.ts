import type { Context } from "#domain/context.ts";
import { digest } from "#lib/secret.ts";
import { claimsOf } from "../claims.ts";
import { type Client, formatClientId } from "../client.ts";
import { invalidGrant, OAuthError } from "../error.ts";
import { endFamilyAfterReplay } from "../families.ts";
import type { Form } from "../form.ts";
import { signIdToken } from "../id-token.ts";
import type { KeyRing } from "../key-ring.ts";
import { challengeOf, requireVerifier } from "../pkce.ts";
import { findSpentCode, type Redemption, redeemCode } from "../redeem-code.ts";
import { requireOwnResource } from "../resource.ts";
import { newTokenPair } from "../token-pair.ts";
import { type TokenResponse, tokenResponse } from "./token-response.ts";

/** RFC 6749 §4.1.3 with PKCE (RFC 7636 §4.6) and resource binding (RFC 8707 §2.2). */
export async function authorizationCode(
  context: Context,
  client: Client,
  form: Form,
  keyRing: KeyRing,
): Promise<TokenResponse> {
  const { site, now } = context;
  const code = form.require("code");
  const challenge = challengeOf(requireVerifier(form.require("code_verifier")));
  requireOwnResource(form.resources, site.origin);
  const redemption: Redemption = {
    codeDigest: digest(code),
    clientId: client.id,
    redirectUri: form.get("redirect_uri") ?? null,
    challenge,
    resourceNamed: form.resources.length > 0,
  };

  const pair = newTokenPair(site, now);
  const redeemed = await redeemCode(context, redemption, pair);
  if (!redeemed) throw await refusal(context, redemption);

  const response = tokenResponse(site, pair, redeemed.scopes);
  if (site.settings.signing === "on" && redeemed.scopes.includes("openid")) {
    const content = {
      audience: formatClientId(client),
      claims: claimsOf(site, redeemed, redeemed.scopes),
      nonce: redeemed.nonce,
      authTime: redeemed.authTime,
      accessToken: pair.access,
    };
    response.id_token = signIdToken(site, await keyRing.signer(context, now), content, now);
  }
  return response;
}

/** What to tell; and where a code was used twice by whoever could rightly use it, what the first use gave is ended. */
async function refusal(context: Context, redemption: Redemption): Promise<OAuthError> {
  const code = await findSpentCode(context, redemption.codeDigest);
  const foreign = !code || code.clientId !== redemption.clientId;
  if (foreign)
    return invalidGrant("The code is unknown, expired or already used. Start at the authorization endpoint again.");
  // A code that was burnt answers like one with a wrong verifier: neither says which half of the guess was right.
  const unsound = invalidGrant(
    "The code was issued for another redirect_uri or code_challenge, or is expired or already used.",
  );
  const redirectHolds =
    code.redirectUri === redemption.redirectUri || (redemption.redirectUri === null && !code.redirectUriNamed);
  if (!redirectHolds || code.codeChallenge !== redemption.challenge) return unsound;
  if (code.resourceNamed && !redemption.resourceNamed) {
    return new OAuthError(
      "invalid_target",
      "resource was sent to the authorization endpoint: repeat it here (RFC 8707).",
    );
  }
  if (code.redeemed) await endFamilyAfterReplay(context, code.familyId, "code");
  return unsound;
}
