import { errorOf, isTransient } from "./errors.ts";
import { pause } from "./pause.ts";
import { version } from "./version.ts";

/** Returns an access token or an API key. `isExpired`: the server refused the previous one. */
export type TokenSource = (options: { isExpired: boolean }) => string | Promise<string>;

export interface TransportOptions {
  /** An API key (`lak_…`), an access token, or a function that returns one. */
  token: string | TokenSource;
  /** Milliseconds until the response of one attempt must have arrived. Default: 60,000. */
  timeoutMs?: number;
  /** Default: 3. */
  maxRetries?: number;
  /** Seconds that the server may ask to wait before a retry. After longer waits the error is thrown. Default: 60. */
  maxRetryAfterSeconds?: number;
  /** Names your program in `User-Agent`, before the name of the SDK: `shop/1.4`. */
  userAgent?: string;
  /** For tests and proxies. */
  fetch?: typeof fetch;
}

/**
 * Creates a `fetch` that authenticates, retries and throws errors. A write gets an idempotency key, so that a retry
 * cannot take effect twice and gets the response of the first attempt.
 */
export function createTransport(options: TransportOptions): typeof fetch {
  const { maxRetries = 3, maxRetryAfterSeconds = 60 } = options;
  const token = sourceOf(options.token);
  const attemptOnce = attemptWith(options);

  return async function transport(input, init) {
    const request = new Request(input, init);
    if (keyed.has(request.method) && !request.headers.has("idempotency-key")) {
      request.headers.set("idempotency-key", crypto.randomUUID());
    }
    request.headers.set("user-agent", userAgentOf(options));
    let isExpired = false;
    let hasRefreshed = false;
    let mayBeDone = false;
    for (let attempt = 0; ; attempt += 1) {
      request.signal.throwIfAborted();
      const copy = request.clone();
      copy.headers.set("authorization", `Bearer ${await token({ isExpired })}`);
      isExpired = false;
      const isLast = attempt >= maxRetries;
      let response: Response;
      try {
        response = await attemptOnce(copy);
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
        mayBeDone = true;
        await pause(backoff(attempt), request.signal);
        continue;
      }
      if (response.ok || response.status === 304) return response;
      const error = await errorOf(response);
      if (mayBeDone && request.method === "DELETE" && error.status === 404) return new Response(null, { status: 204 });
      // A refreshed token has the same sign-in.
      if (error.status === 401 && !error.stepUp && typeof options.token === "function" && !hasRefreshed) {
        isExpired = hasRefreshed = true;
        continue;
      }
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      if (isLast || !isTransient(error) || seconds > maxRetryAfterSeconds) throw error;
      mayBeDone ||= error.status >= 500;
      await pause(Number.isNaN(seconds) ? backoff(attempt) : seconds * 1000, request.signal);
    }
  };
}

/** The methods whose requests the server performs once per key. A `DELETE` that finds nothing was performed before. */
const keyed: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

const sourceOf = (token: string | TokenSource): TokenSource => (typeof token === "function" ? token : () => token);

const userAgentOf = ({ userAgent }: TransportOptions): string =>
  [userAgent, `lectern-sdk/${version}`].filter(Boolean).join(" ");

/** Milliseconds: about 0.5, 1 and 2 seconds. Random, so that clients do not return together. */
const backoff = (attempt: number): number => 500 * 2 ** attempt * (0.75 + Math.random() / 2);

/** Sends a request once, with a time limit. */
const attemptWith = ({ timeoutMs = 60_000, fetch: send = fetch }: TransportOptions) =>
  async function attempt(request: Request): Promise<Response> {
    const limit = new AbortController();
    const error = new DOMException(`The server did not respond within ${timeoutMs} ms.`, "TimeoutError");
    const timer = setTimeout(() => limit.abort(error), timeoutMs);
    try {
      const signal = AbortSignal.any([request.signal, limit.signal]);
      return await withBody(await send(new Request(request, { signal })));
    } finally {
      clearTimeout(timer);
    }
  };

/** Reads JSON to its end, so that a connection that breaks in a response is retried as well. Downloads are streams. */
async function withBody(response: Response): Promise<Response> {
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  if (!isJson || response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}
