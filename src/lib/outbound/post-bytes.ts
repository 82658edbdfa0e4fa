import { type IncomingMessage, request as requestWithoutTls } from "node:http";
import { Agent, request } from "node:https";
import { FetchError, type OutboundRules } from "./fetch-bytes.ts";
import { permittedAddresses, pinnedTo } from "./permitted-addresses.ts";
import { isLoopbackAddress } from "./public-address.ts";

/** An explicit agent bypasses proxies. */
const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });

const notHttps = "it is not an address of https";

/** Bytes. The rest of a longer response is not read. */
const maxResponseBytes = 64 * 1024;

interface Answer {
  /** HTTP status; redirects are not followed. */
  status: number;
  bytes: Buffer;
}

/**
 * Posts a body to a user-supplied address with SSRF protection. Uses https and public hosts only, connects to the
 * checked addresses, and limits time. With `allowLoopback`, hosts of this machine are permitted, over http too. Throws
 * FetchError if there is no response. With `statusOnly`, the body of the response is not read.
 */
export async function postBytes(
  url: URL,
  body: Buffer,
  headers: Record<string, string>,
  {
    timeoutMs = 10_000,
    stopping,
    statusOnly = false,
    ...rules
  }: OutboundRules & { stopping?: AbortSignal | undefined; statusOnly?: boolean },
): Promise<Answer> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]);
  let response: IncomingMessage | undefined;
  try {
    if (url.protocol !== "https:" && !rules.allowLoopback) throw new FetchError(notHttps);
    if (url.username !== "" || url.password !== "") throw new FetchError("it holds a user or a password");
    const addresses = await permittedAddresses(url.hostname, rules, signal);
    if (addresses.length === 0) throw new FetchError("its host has no address on the public internet");
    // Plain http stays on this machine.
    if (url.protocol !== "https:" && !addresses.every(isLoopbackAddress)) throw new FetchError(notHttps);
    response = await send(url, body, headers, { ...rules, addresses, signal });
    return { status: response.statusCode ?? 0, bytes: statusOnly ? Buffer.alloc(0) : await beginningOf(response) };
  } catch (cause) {
    if (cause instanceof FetchError) throw cause;
    const reason = signal.aborted ? "its host took too long" : "its host could not be reached over https";
    throw new FetchError(reason, { cause });
  } finally {
    response?.destroy();
  }
}

interface Sending {
  ca?: string | undefined;
  route?: ((address: string) => string) | undefined;
  addresses: readonly string[];
  signal: AbortSignal;
}

const send = (
  url: URL,
  body: Buffer,
  headers: Record<string, string>,
  { ca, route, addresses, signal }: Sending,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isPlain = url.protocol === "http:";
    const begin = isPlain ? requestWithoutTls : request;
    begin(url, {
      method: "POST",
      // `false` opens a connection for this request alone, and bypasses proxies too.
      agent: isPlain ? false : agent,
      signal,
      lookup: pinnedTo(route ? addresses.map(route) : addresses),
      // Overrides the environment.
      rejectUnauthorized: true,
      maxHeaderSize: 8 * 1024,
      headers: { "user-agent": "Lectern", "accept-encoding": "identity", ...headers, "content-length": body.length },
      ...(ca !== undefined && { ca }),
    })
      .once("response", resolve)
      .once("error", reject)
      .once("close", () => reject(new Error("The connection was closed before a response.")))
      .end(body);
  });

async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxResponseBytes - size));
    size += chunk.length;
    if (size >= maxResponseBytes) break;
  }
  return Buffer.concat(chunks);
}
