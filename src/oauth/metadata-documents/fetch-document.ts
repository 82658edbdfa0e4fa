import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent, get } from "node:https";
import type { OutboundRules } from "#lib/outbound/send-request.ts";
import { permittedAddresses, pinnedTo } from "#lib/outbound/permitted-addresses.ts";
import { DocumentError } from "./document-error.ts";

export type FetchRules = OutboundRules;

export interface FetchedDocument {
  text: string;
  headers: IncomingHttpHeaders;
}

const maxSize = 5 * 1024;
const maxHeaders = 8 * 1024;

/** A new connection per document. An explicit agent also bypasses any proxy setting. */
const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });

/**
 * Fetches a document as an untrusted URL: https only, the connection pinned to the checked IP address, no redirects,
 * limited time and size (Client ID Metadata Document §5, §8.6, §8.7).
 */
export async function fetchDocument(url: URL, rules: FetchRules): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(rules.timeoutMs ?? 3000);
  let response: IncomingMessage | undefined;
  try {
    const addresses = await permittedAddresses(url.hostname, rules, signal);
    if (addresses.length === 0) throw new DocumentError("its host has no public IP address");
    response = await request(url, addresses, rules, signal);
    requireDocument(response);
    return { text: await readText(response), headers: response.headers };
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError(
      signal.aborted ? "its host did not respond in time" : "its host could not be reached over https",
      {
        cause,
      },
    );
  } finally {
    response?.destroy();
  }
}

function request(url: URL, addresses: string[], { ca, route }: FetchRules, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(url, {
      agent,
      signal,
      lookup: pinnedTo(route ? addresses.map(route) : addresses),
      // Explicit, so that the environment cannot turn it off.
      rejectUnauthorized: true,
      maxHeaderSize: maxHeaders,
      headers: {
        accept: "application/json, application/*+json",
        "accept-encoding": "identity",
        "user-agent": "Lectern",
      },
      ...(ca !== undefined && { ca }),
    })
      .once("response", resolve)
      .once("error", reject)
      .once("close", () => reject(new Error("The connection was closed before a response.")));
  });
}

function requireDocument({ statusCode, headers }: IncomingMessage): void {
  if (statusCode !== 200) {
    const redirected = headers.location === undefined ? "" : "; redirects are not followed";
    throw new DocumentError(`the response status was ${statusCode}, not 200${redirected}`);
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw new DocumentError("it must be sent without a Content-Encoding");
  if (!isJson(headers["content-type"] ?? "")) {
    throw new DocumentError("its Content-Type must be application/json or application/...+json");
  }
}

const isJson = (contentType: string) => /^application\/([\w!#$&^.-]+\+)?json[ \t]*(;|$)/i.test(contentType);

/** Stops reading at the maximum size. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) throw new DocumentError(`it is larger than ${maxSize} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new DocumentError("it is not UTF-8", { cause });
  }
}
