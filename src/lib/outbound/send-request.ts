import { type IncomingMessage, request as requestWithoutTls } from "node:http";
import { Agent, request } from "node:https";
import { type AddressRules, permittedAddresses, pinnedTo } from "./permitted-addresses.ts";
import { isLoopbackAddress } from "./public-address.ts";

export interface OutboundRules extends AddressRules {
  /** Trusted certificate authorities instead of the default ones. */
  ca?: string | undefined;
  /** Timeout in milliseconds for everything: DNS, connections, redirects and body. */
  timeoutMs?: number | undefined;
  /** Maps a permitted address to the one to connect to, for networks that remap addresses. */
  route?: ((address: string) => string) | undefined;
}

/** Failure reason for the user who entered the address. It reveals nothing about internal networks. */
export class FetchError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "FetchError";
  }
}

/** An explicit agent bypasses proxies. */
const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });

const notHttps = "it is not an address of https";

export interface OutboundRequest {
  method: string;
  headers?: Record<string, string>;
  body?: Buffer | undefined;
}

/**
 * Sends a request to a user-supplied address with SSRF protection: https and public hosts only, at the checked
 * addresses. Redirects are not followed. With `allowLoopback`, hosts of this machine are permitted, over http too. The
 * caller destroys the response, and gives errors a reason with `asFetchError`.
 */
export async function sendRequest(
  url: URL,
  sent: OutboundRequest,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.allowLoopback)) throw new FetchError(notHttps);
  if (url.username !== "" || url.password !== "") throw new FetchError("it holds a user or a password");
  const addresses = await permittedAddresses(url.hostname, rules, signal);
  if (addresses.length === 0) throw new FetchError("its host has no address on the public internet");
  // Plain http stays on this machine.
  if (url.protocol === "http:" && !addresses.every(isLoopbackAddress)) throw new FetchError(notHttps);
  return send(url, sent, { rules, addresses, signal });
}

interface Sending {
  rules: OutboundRules;
  addresses: readonly string[];
  signal: AbortSignal;
}

const send = (
  url: URL,
  { method, headers, body }: OutboundRequest,
  { rules: { ca, route }, addresses, signal }: Sending,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isPlain = url.protocol === "http:";
    const begin = isPlain ? requestWithoutTls : request;
    begin(url, {
      method,
      // `false` opens a connection for this request alone, and bypasses proxies too.
      agent: isPlain ? false : agent,
      signal,
      lookup: pinnedTo(route ? addresses.map(route) : addresses),
      // Overrides the environment.
      rejectUnauthorized: true,
      maxHeaderSize: 16 * 1024,
      headers: {
        ...headers,
        "user-agent": "Lectern",
        "accept-encoding": "identity",
        ...(body && { "content-length": String(body.length) }),
      },
      ...(ca !== undefined && { ca }),
    })
      .once("response", resolve)
      .once("error", reject)
      .once("close", () => reject(new Error("The connection was closed before a response.")))
      .end(body);
  });

/** Describes a failed request for the user who entered the address. */
export function asFetchError(cause: unknown, signal: AbortSignal): FetchError {
  if (cause instanceof FetchError) return cause;
  const reason = signal.aborted ? "its host took too long" : "its host could not be reached over https";
  return new FetchError(reason, { cause });
}

/** Throws FetchError for a response in an encoding that was not requested. */
export function requirePlainBody({ headers }: IncomingMessage): void {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() === "identity") return;
  throw new FetchError("it must be sent without a Content-Encoding");
}

/** Reads the body. Throws FetchError for more than `maxBytes`. */
export async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new FetchError(`it is larger than ${maxBytes} bytes`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
