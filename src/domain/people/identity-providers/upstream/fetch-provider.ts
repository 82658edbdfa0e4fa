import type { CustomFetch } from "openid-client";
import type { Context } from "#domain/platform/context.ts";
import { isOnThisMachine } from "#lib/outbound/host-of-url.ts";
import { requestBytes } from "#lib/outbound/request-bytes.ts";
import { mayReachThisMachine, requireIdentities } from "../identity-system.ts";

/** Bytes of a response. Key sets of large providers have about 20 KiB. */
const maxBytes = 256 * 1024;

const timeoutMs = 5000;

/** Sends the requests of the client library with SSRF protection. Redirects are not followed. */
export function fetchFor(context: Context): CustomFetch {
  const system = requireIdentities(context);
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const allowLoopback = isOnThisMachine(url.href) && mayReachThisMachine(system, context.site);
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), body: bytesOf(body) };
    const limits = { timeoutMs, ...system.rules, maxBytes, allowLoopback };
    const { status, headers: received, bytes } = await requestBytes(url, sent, limits);
    return new Response(withoutBody.has(status) ? null : new Uint8Array(bytes), { status, headers: received });
  };
}

/** Statuses of responses without a body (Fetch, "null body status"). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The library sends forms only. */
function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  throw new TypeError("The body of a request to a provider is a form.");
}
