import type { HttpRequest } from "../harness/http-request.ts";
import type { RowName } from "./rows.ts";
import { newPkce, plainScopes, redirectUri, scope, scopes, times } from "./scenario.ts";

/** Endpoints of a server and the format of its requests. */
export interface AuthorizationServer {
  paths: Record<"authorize" | "token" | "userinfo" | "introspection" | "revocation" | "discovery" | "jwks", string>;
  publicClient: string;
  confidentialClient: { id: string; secret: string };
  /** `name=value` cookies of browsers with a session and stored consent. */
  sessionCookies(count: number): Promise<string[]>;
  codes(count: number): Promise<{ code: string; verifier: string }[]>;
  refreshTokens(count: number, scopes: readonly string[]): Promise<string[]>;
  publicAccessTokens(count: number): Promise<string[]>;
  confidentialAccessTokens(count: number): Promise<string[]>;
}

/** Builds the same requests for every server, as a browser or client library would send them. */
export function requestsFor(server: AuthorizationServer) {
  const { paths, publicClient, confidentialClient } = server;

  const refresh = async (count: number, granted: readonly string[]): Promise<HttpRequest[]> =>
    (await server.refreshTokens(count, granted)).map((token) => ({
      path: paths.token,
      form: { grant_type: "refresh_token", refresh_token: token, client_id: publicClient },
    }));

  const make: Record<RowName, (count: number) => Promise<HttpRequest[]>> = {
    authorize: async (count) =>
      (await server.sessionCookies(count)).map((cookie) => ({
        path: `${paths.authorize}?${authorizationRequest(publicClient)}`,
        headers: { cookie },
      })),
    "token-code": async (count) =>
      (await server.codes(count)).map(({ code, verifier }) => ({
        path: paths.token,
        form: {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          client_id: publicClient,
          code_verifier: verifier,
        },
      })),
    "token-refresh": (count) => refresh(count, scopes),
    "token-refresh-plain": (count) => refresh(count, plainScopes),
    userinfo: async (count) =>
      (await server.publicAccessTokens(count)).map((token) => ({
        path: paths.userinfo,
        headers: { authorization: `Bearer ${token}` },
      })),
    introspection: async (count) =>
      (await server.confidentialAccessTokens(count)).map((token) => ({
        path: paths.introspection,
        form: {
          token,
          token_type_hint: "access_token",
          client_id: confidentialClient.id,
          client_secret: confidentialClient.secret,
        },
      })),
    revocation: async (count) =>
      (await server.refreshTokens(count, scopes)).map((token) => ({
        path: paths.revocation,
        form: { token, token_type_hint: "refresh_token", client_id: publicClient },
      })),
    discovery: (count) => Promise.resolve(times(count, () => ({ path: paths.discovery }))),
    jwks: (count) => Promise.resolve(times(count, () => ({ path: paths.jwks }))),
  };
  return (row: string, count: number) => make[row as RowName](count);
}

const authorizationRequest = (clientId: string) =>
  new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: "af0ifjsldkj",
    nonce: "n-0S6_WzA2Mj",
    code_challenge: newPkce().challenge,
    code_challenge_method: "S256",
  }).toString();
