import { LecternError } from "./errors.ts";
import type { TokenSource } from "./transport.ts";

export interface RefreshOptions {
  /** The origin of the school. */
  origin: string;
  clientId: string;
  refreshToken: string;
  /** Stores the new refresh token: the old one works once. */
  onRefresh: (refreshToken: string) => void | Promise<void>;
  accessToken?: string;
  fetch?: typeof fetch;
}

/** Creates a source of access tokens that refreshes them (RFC 6749 §6). Concurrent requests refresh once. */
export function refreshingToken({
  origin,
  clientId,
  onRefresh,
  fetch: send = fetch,
  ...given
}: RefreshOptions): TokenSource {
  let { accessToken, refreshToken } = given;
  let pending: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId };
    const response = await send(`${origin}/api/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- RFC 6749 §5.1 and §5.2.
    const body = (await response.json()) as Record<string, string>;
    const { access_token: access, refresh_token: next = refreshToken } = body;
    if (!response.ok || access === undefined) {
      throw new LecternError(response.status, {
        type: `${origin}/docs/errors/${body["error"] ?? "invalid_grant"}`,
        title: "The access token could not be refreshed",
        status: response.status,
        detail: body["error_description"] ?? "Sign in again.",
        code: body["error"] ?? "invalid_grant",
        request_id: response.headers.get("x-request-id") ?? "",
      });
    }
    refreshToken = next;
    await onRefresh(next);
    return (accessToken = access);
  }

  return ({ isExpired }) => {
    if (pending) return pending;
    if (accessToken !== undefined && !isExpired) return accessToken;
    return (pending = refresh().finally(() => (pending = undefined)));
  };
}
