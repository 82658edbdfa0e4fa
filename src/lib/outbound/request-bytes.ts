import { type IncomingMessage, request as requestWithoutTls } from "node:http";
import { Agent, request } from "node:https";
import { FetchError, type OutboundRules } from "./fetch-bytes.ts";
import { permittedAddresses, pinnedTo } from "./permitted-addresses.ts";
import { isLoopbackAddress } from "./public-address.ts";

/** An explicit agent bypasses proxies. */
const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });

const notHttps = "it is not an address of https";

interface OutboundRequest {
  method: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

interface Limits {
  maxBytes: number;
  /** Timeout in milliseconds for everything: DNS, connection and body. */
  timeoutMs: number;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/**
 * Sends a request to an address that a school has entered, with SSRF protection: https and public hosts only, at the
 * checked addresses, limited in time and size. Redirects are not followed. With `allowLoopback`, hosts of this machine
 * are permitted, over http too. Throws FetchError without a complete response.
 */
export async function requestBytes(
  url: URL,
  sent: OutboundRequest,
  { maxBytes, timeoutMs, ...rules }: OutboundRules & Limits,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: IncomingMessage | undefined;
  try {
    if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.allowLoopback)) throw new FetchError(notHttps);
    if (url.username !== "" || url.password !== "") throw new FetchError("it holds a user or a password");
    const addresses = await permittedAddresses(url.hostname, rules, signal);
    if (addresses.length === 0) throw new FetchError("its host has no address on the public internet");
    // Plain http stays on this machine.
    if (url.protocol === "http:" && !addresses.every(isLoopbackAddress)) throw new FetchError(notHttps);
    response = await send(url, sent, { rules, addresses, signal });
    return { status: response.statusCode ?? 0, headers: headersOf(response), bytes: await readAll(response, maxBytes) };
  } catch (cause) {
    if (cause instanceof FetchError) throw cause;
    const reason = signal.aborted ? "its host took too long" : "its host could not be reached over https";
    throw new FetchError(reason, { cause });
  } finally {
    response?.destroy();
  }
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

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new FetchError("it must be sent without a Content-Encoding");
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
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
