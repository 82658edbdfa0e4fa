import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type IdentityProvider, pathOfProvider } from "../provider.ts";
import { dialects } from "../dialect.ts";
import type { RequestSecrets } from "../requests.ts";
import { openClient } from "./open-client.ts";

/** The redirect address of a provider, which the owner enters there. */
export const redirectAddress = ({ site }: Pick<Context, "site">, providerId: string): string =>
  `${site.origin}${pathOfProvider(formatId("identityProvider", providerId))}/callback`;

interface Hints {
  /** Address that the person has typed. */
  loginHint?: string | undefined;
  /** Ask the person to sign in again. */
  again?: boolean;
}

/** Returns the address at the provider to which the browser goes (OpenID Connect Core §3.1.2.1). Throws ProviderError. */
export async function authorizationAddress(
  context: Context,
  provider: IdentityProvider,
  { state, nonce, verifier }: RequestSecrets,
  { loginHint, again = false }: Hints,
): Promise<string> {
  const { library, configuration } = await openClient(context, provider);
  const address = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress(context, provider.id),
    scope: provider.scopes.join(" "),
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(again && { prompt: "login" }),
    ...(dialects[provider.preset].postsResponses && { response_mode: "form_post" }),
  });
  return address.href;
}
