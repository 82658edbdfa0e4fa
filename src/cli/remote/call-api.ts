import { RemoteError } from "../terminal/errors.ts";

export interface ApiRequest {
  method: string;
  /** Starts with a slash. */
  path: string;
  body?: string | undefined;
  idempotencyKey?: string | undefined;
  stop?: AbortSignal | undefined;
}

const timeoutMs = 60_000;

/** Sends a request with credentials. Redirects are not followed: they would send the credentials elsewhere. */
export async function callApi(origin: string, token: string, request: ApiRequest): Promise<Response> {
  const { method, path, body, idempotencyKey, stop } = request;
  const url = new URL(`${origin}${path}`);
  if (url.origin !== origin) throw new RemoteError("wrong_path", `${path} is not a path of ${origin}.`);
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const expiry = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([stop, expiry]) : expiry;
  try {
    return await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new RemoteError("unreachable", `${origin} did not respond: ${String(cause)}`);
  }
}
