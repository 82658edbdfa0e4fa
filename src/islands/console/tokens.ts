/** The token of the page, in the storage of its tab, because each operation is a page. */
export interface Access {
  token: string;
  /** Undefined for a pasted key. */
  refresh?: string;
  scope?: string;
  clientId?: string;
}

/** An authorization request that waits for its response. */
interface PendingRequest {
  clientId: string;
  verifier: string;
  state: string;
  page: string;
}

interface Stored {
  access: Access;
  request: PendingRequest;
}

export const stored = <Name extends keyof Stored>(name: Name): Stored[Name] | null =>
  JSON.parse(sessionStorage.getItem(`api-${name}`) ?? "null");

export const store = <Name extends keyof Stored>(name: Name, value: Stored[Name]): void =>
  sessionStorage.setItem(`api-${name}`, JSON.stringify(value));

export const drop = (name: keyof Stored): void => sessionStorage.removeItem(`api-${name}`);

interface TokenResponse {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** Requests a token. Returns undefined if the server refuses. */
export async function requestToken(form: Record<string, string>): Promise<TokenResponse | undefined> {
  const response = await post("/api/oauth/token", form);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- RFC 6749 §5.1.
  return response.ok ? ((await response.json()) as TokenResponse) : undefined;
}

/** RFC 6749 §6. Refresh tokens are single-use. */
export async function refreshAccess({ refresh, clientId = "", ...rest }: Access): Promise<Access | undefined> {
  drop("access");
  if (refresh === undefined) return undefined;
  const issued = await requestToken({ grant_type: "refresh_token", refresh_token: refresh, client_id: clientId });
  if (!issued) return undefined;
  const fresh = { ...rest, clientId, token: issued.access_token, refresh: issued.refresh_token };
  store("access", fresh);
  return fresh;
}

/** Revoking the refresh token ends all tokens of the sign-in (RFC 7009). Pasted keys stay valid. */
export async function forget(): Promise<void> {
  const access = stored("access");
  drop("access");
  if (access?.refresh === undefined) return;
  await post("/api/oauth/revoke", { token: access.refresh, client_id: access.clientId ?? "" });
}

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(path, { method: "POST", body: new URLSearchParams(form), credentials: "omit" });
