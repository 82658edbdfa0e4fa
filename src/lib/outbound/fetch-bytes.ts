import type { IncomingMessage } from "node:http";
import {
  asFetchError,
  FetchError,
  type OutboundRules,
  readAll,
  requirePlainBody,
  sendRequest,
} from "./send-request.ts";

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
      if (url.protocol !== "https:") throw new FetchError("it is not an address of https");
      response = await sendRequest(url, { method: "GET", headers: { accept: "*/*" } }, rules, signal);
      const next = redirectOf(response, url);
      if (!next) return { bytes: await readAll(response, maxBytes), url };
      if (redirects === maxRedirects) throw new FetchError(`it redirects more than ${maxRedirects} times`);
      url = next;
    } catch (cause) {
      throw asFetchError(cause, signal);
    } finally {
      response?.destroy();
    }
  }
}

function redirectOf(response: IncomingMessage, url: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
    if (URL.canParse(headers.location, url.href)) return new URL(headers.location, url);
    throw new FetchError("it redirects to an invalid address");
  }
  if (statusCode !== 200) throw new FetchError(`it responded with status ${statusCode}, not 200`);
  requirePlainBody(response);
  return undefined;
}
