import type { Context } from "#domain/platform/context.ts";
import { dialects, type IdentityProvider, redirectAddress } from "../provider.ts";
import type { RequestSecrets } from "../requests.ts";
import { openClient } from "./open-client.ts";

interface Hints {
  /** Address that the person has typed. */
  loginHint?: string | undefined;
}

/** Returns the address at the provider to which the browser goes. Throws ProviderError. */
export async function authorizationAddress(
  context: Context,
  provider: IdentityProvider,
  secrets: RequestSecrets,
  hints: Hints,
): Promise<string> {
  if (provider.protocol === "openid") return openIdAddress(context, provider, secrets, hints);
  const { signInAddress } = await import("../saml/sign-in-address.ts");
  return signInAddress(context, provider, secrets);
}

/** Returns the address of OpenID Connect Core §3.1.2.1. */
async function openIdAddress(
  context: Context,
  provider: IdentityProvider,
  { state, nonce, verifier, isAgain }: RequestSecrets,
  { loginHint }: Hints,
): Promise<string> {
  const { library, configuration } = await openClient(context, provider);
  const dialect = dialects[provider.preset];
  const address = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress(context, provider.id),
    scope: provider.scopes.join(" "),
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(isAgain ? dialect.again : dialect.timed),
    ...(dialect.postsResponses && { response_mode: "form_post" }),
  });
  return address.href;
}
