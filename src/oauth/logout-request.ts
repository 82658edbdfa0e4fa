import type { Context } from "#domain/platform/context.ts";
import { type Client, clientIdOf } from "./clients/client.ts";
import { findClientBy } from "./clients/queries.ts";
import { invalidRequest, OAuthError } from "./error.ts";
import { decodeForm, octetsOf, requireText } from "./form.ts";
import { type IdTokenHint, readIdTokenHint } from "./id-token-hint.ts";
import type { PublicJwk } from "./signing-key.ts";

/** A logout request with its verified parameters (OpenID Connect RP-Initiated Logout 1.0 §2). */
export interface LogoutRequest {
  client: Client | undefined;
  /** The member from an id_token issued to the client. */
  hintedMember: string | undefined;
  /** The redirect target after sign-out, including `state`. */
  returnTo: string | undefined;
  uiLocales: string | undefined;
}

const maxLength = 65_536;
const maxStateLength = 8192;
const maxHintLength = 8000;

/**
 * Reads a logout request. Drops an invalid hint or address, so that the user can still sign out, without a redirect
 * (§4). Throws `invalid_request` for a malformed request.
 */
export async function readLogoutRequest(
  context: Context,
  encoded: string,
  hintKeys: () => Promise<PublicJwk[]>,
): Promise<LogoutRequest> {
  if (encoded.length > maxLength) throw invalidRequest("The request is too long.");
  const { parameters, repeated } = decodeForm(encoded);
  const [twice] = repeated;
  if (twice !== undefined) throw invalidRequest(`The parameter ${twice} occurs more than once. Send it once.`);
  for (const [name, value] of parameters) if (name !== "state") requireText(name, value);
  const state = parameters.get("state");
  if ((state?.length ?? 0) > maxStateLength) {
    throw invalidRequest(`The parameter state is longer than ${maxStateLength} characters.`);
  }

  const hint = await verifiedHint(context, parameters.get("id_token_hint"), hintKeys);
  const clientId = parameters.get("client_id") ?? hint?.audience;
  const client = clientId === undefined ? undefined : await findClientBy(context, clientId);
  // client_id must match the audience of the hint (§2).
  const isOwnHint = client !== undefined && hint?.audience === clientIdOf(client);
  const contradicts = parameters.has("id_token_hint") && !isOwnHint;
  const address = parameters.get("post_logout_redirect_uri");
  const isRegistered = address !== undefined && client?.postLogoutRedirectUris.includes(address) === true;
  return {
    client,
    hintedMember: isOwnHint ? hint.memberId : undefined,
    returnTo: isRegistered && !contradicts ? withState(address, state, encoded) : undefined,
    uiLocales: parameters.get("ui_locales"),
  };
}

/** Accepts expired tokens (§2). Ignores tokens of another issuer or with a withdrawn key. */
async function verifiedHint(
  { site }: Context,
  hint: string | undefined,
  hintKeys: () => Promise<PublicJwk[]>,
): Promise<IdTokenHint | undefined> {
  if (hint === undefined || hint.length > maxHintLength) return undefined;
  try {
    return readIdTokenHint(site, await hintKeys(), hint);
  } catch (error) {
    if (error instanceof OAuthError) return undefined;
    throw error;
  }
}

/** `state` is returned octet by octet. */
const withState = (address: string, state: string | undefined, encoded: string): string =>
  state === undefined ? address : `${address}${address.includes("?") ? "&" : "?"}state=${octetsOf(encoded, "state")}`;
