import { errorOf } from "./errors.ts";

/** Returns an access token or an API key. `isExpired`: the server refused the previous one. */
export type TokenSource = (options: { isExpired: boolean }) => string | Promise<string>;

export interface TransportOptions {
  /** An API key (`lak_…`), an access token, or a function that returns one. */
  token: string | TokenSource;
  /** Default: 3. */
  maxRetries?: number;
  /** Seconds that the server may ask to wait before a retry. After longer waits the error is thrown. Default: 60. */
  maxRetryAfterSeconds?: number;
  /** For tests and proxies. */
  fetch?: typeof fetch;
}

/**
 * Creates a `fetch` that authenticates, retries and throws errors. A write gets an idempotency key, so that a retry
 * cannot take effect twice and gets the response of the first attempt.
 */
export function createTransport(options: TransportOptions): typeof fetch {
  const { maxRetries = 3, maxRetryAfterSeconds = 60, fetch: send = fetch } = options;
  const token = sourceOf(options.token);

  return async function transport(input, init) {
    const request = new Request(input, init);
    if (keyed.has(request.method) && !request.headers.has("idempotency-key")) {
      request.headers.set("idempotency-key", crypto.randomUUID());
    }
    let isExpired = false;
    let hasRefreshed = false;
    for (let attempt = 0; ; attempt += 1) {
      const copy = request.clone();
      copy.headers.set("authorization", `Bearer ${await token({ isExpired })}`);
      isExpired = false;
      const isLast = attempt >= maxRetries;
      let response: Response;
      try {
        response = await send(copy);
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
        await pause(backoff(attempt), request.signal);
        continue;
      }
      if (response.ok || response.status === 304) return response;
      const error = await errorOf(response);
      if (error.status === 401 && typeof options.token === "function" && !hasRefreshed) {
        isExpired = hasRefreshed = true;
        continue;
      }
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      if (isLast || !isTransient(error) || seconds > maxRetryAfterSeconds) throw error;
      await pause(Number.isNaN(seconds) ? backoff(attempt) : seconds * 1000, request.signal);
    }
  };
}

/** The methods whose requests the server performs once per key. */
const keyed: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

const sourceOf = (token: string | TokenSource): TokenSource => (typeof token === "function" ? token : () => token);

/** Statuses after which the same request may succeed. */
const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const isTransient = ({ status, code }: { status: number; code: string }): boolean =>
  transient.has(status) || code === "idempotency_in_progress";

/** Milliseconds: about 0.5, 1 and 2 seconds. Random, so that clients do not return together. */
const backoff = (attempt: number): number => 500 * 2 ** attempt * (0.75 + Math.random() / 2);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A reason is an error, unless the caller chose another.
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
