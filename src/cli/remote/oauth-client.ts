import * as client from "openid-client";
import { RemoteError } from "../terminal/errors.ts";
import { isLocal } from "./remote-site.ts";
import type { SignIn } from "./credentials-file.ts";

/** The loopback address without its port, which may change with each sign-in (RFC 8252 §7.3). */
const redirectUri = "http://127.0.0.1/callback";

/** In seconds, as the library counts. */
const timeout = 30;

const optionsFor = (origin: string) => ({
  timeout,
  // The library requires https. A server on this machine does not need it.
  ...(isLocal(origin) && { execute: [client.allowInsecureRequests] }),
});

/** Registers this command at the site as a public client with loopback redirects (RFC 7591). */
export const registerCommand = (origin: string): Promise<client.Configuration> =>
  reached(origin, () =>
    client.dynamicClientRegistration(
      new URL(origin),
      { client_name: "Lectern command line", application_type: "native", redirect_uris: [redirectUri] },
      client.None(),
      optionsFor(origin),
    ),
  );

const configurationOf = (origin: string, clientId: string): Promise<client.Configuration> =>
  reached(origin, () => client.discovery(new URL(origin), clientId, undefined, client.None(), optionsFor(origin)));

type Tokens = Pick<client.TokenEndpointResponse, "access_token" | "refresh_token" | "expires_in" | "scope">;

export function signInOf(configuration: client.Configuration, tokens: Tokens, now: Date): SignIn {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = tokens;
  if (refreshToken === undefined) throw new RemoteError("no_refresh_token", "The site issued no refresh token.");
  return {
    clientId: configuration.clientMetadata().client_id,
    accessToken,
    refreshToken,
    scope: scope ?? "",
    expiresAt: now.getTime() + (seconds ?? 0) * 1000,
  };
}

/** Exchanges the refresh token. Returns undefined if the site no longer accepts it. */
export async function refresh(origin: string, signIn: SignIn, now: Date): Promise<SignIn | undefined> {
  const configuration = await configurationOf(origin, signIn.clientId);
  try {
    const tokens = await reached(origin, () => client.refreshTokenGrant(configuration, signIn.refreshToken));
    return signInOf(configuration, { ...tokens, scope: tokens.scope ?? signIn.scope }, now);
  } catch (error) {
    if (error instanceof RemoteError && ["invalid_grant", "invalid_client"].includes(error.code)) return undefined;
    throw error;
  }
}

/** Revokes the refresh token, and with it the access tokens. */
export async function revoke(origin: string, { clientId, refreshToken }: SignIn): Promise<void> {
  const configuration = await configurationOf(origin, clientId);
  await reached(origin, () => client.tokenRevocation(configuration, refreshToken));
}

/** Maps errors of the library and the network. */
export async function reached<Result>(origin: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError) {
      throw new RemoteError(error.error, `${origin} refused: ${error.error_description ?? error.error}`);
    }
    if (error instanceof RemoteError || !(error instanceof Error)) throw error;
    const { cause } = error;
    const detail = cause instanceof Error ? cause.message : error.message;
    throw new RemoteError("unreachable", `${origin} cannot be used as a Lectern site: ${detail}`);
  }
}
