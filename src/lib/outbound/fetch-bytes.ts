import type { IncomingMessage } from "node:http";
import { Agent, get } from "node:https";
import { type AddressRules, permittedAddresses, pinnedTo } from "./permitted-addresses.ts";

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
const maxRedirects = 3;

/**
 * Fetches a user-supplied address with SSRF protection. Uses https and public hosts only, connects to the checked
 * addresses, checks every redirect again, and limits time and size. Throws FetchError.
 */
export async function fetchBytes(
  address: URL,
  { maxBytes, ...rules }: OutboundRules & { maxBytes: number },
): Promise<{ bytes: Buffer; url: URL }> {
  const signal = AbortSignal.timeout(rules.timeoutMs ?? 20_000);
  let url = address;
  for (let redirects = 0; ; redirects++) {
    let response: IncomingMessage | undefined;
    try {
      response = await ask(url, rules, signal);
      const next = redirectOf(response, url);
      if (!next) return { bytes: await readBytes(response, maxBytes), url };
      if (redirects === maxRedirects) throw new FetchError(`it redirects more than ${maxRedirects} times`);
      url = next;
    } catch (cause) {
      if (cause instanceof FetchError) throw cause;
      const reason = signal.aborted ? "its host took too long" : "its host could not be reached over https";
      throw new FetchError(reason, { cause });
    } finally {
      response?.destroy();
    }
  }
}

async function ask(url: URL, rules: OutboundRules, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== "https:") throw new FetchError("it is not an address of https");
  if (url.username !== "" || url.password !== "") throw new FetchError("it holds a user or a password");
  const addresses = await permittedAddresses(url.hostname, rules, signal);
  if (addresses.length === 0) throw new FetchError("its host has no address on the public internet");
  const { ca, route } = rules;
  return new Promise((resolve, reject) => {
    get(url, {
      agent,
      signal,
      lookup: pinnedTo(route ? addresses.map(route) : addresses),
      // Overrides the environment.
      rejectUnauthorized: true,
      maxHeaderSize: 8 * 1024,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Lectern" },
      ...(ca !== undefined && { ca }),
    })
      .once("response", resolve)
      .once("error", reject)
      .once("close", () => reject(new Error("The connection was closed before a response.")));
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    if (URL.canParse(headers.location, url.href)) return new URL(headers.location, url);
    throw new FetchError("it redirects to an invalid address");
  }
  if (statusCode !== 200) throw new FetchError(`it responded with status ${statusCode}, not 200`);
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new FetchError("it must be sent without a Content-Encoding");
  }
  return undefined;
}

/** Reads at most `maxBytes`. */
async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
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
