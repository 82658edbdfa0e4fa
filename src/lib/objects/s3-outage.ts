import { errorOf } from "#lib/error-of.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { StorageOutage } from "./storage-outage.ts";

/** Aborts a call without a response after the given milliseconds. The response may be read for longer. */
export async function callWithin<Response>(
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  try {
    return await call(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Another store or another time would accept these requests: bad credentials, no bucket, throttling. */
const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

/** Returns the outage behind an error, or undefined if the store rejects this object. */
export function outageOf(error: unknown): StorageOutage | undefined {
  const { name, message } = errorOf(error);
  const { httpStatusCode } = asRecord(asRecord(error)["$metadata"]);
  const status = typeof httpStatusCode === "number" ? httpStatusCode : undefined;
  const isOutage = status === undefined || status >= 500 || refusedStatuses.has(status);
  if (!isOutage) return undefined;
  return new StorageOutage(`The S3 store failed (${name}): ${message}`, { cause: error, isFull: status === 507 });
}
