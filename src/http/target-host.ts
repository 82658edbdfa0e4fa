import type { IncomingMessage } from "node:http";

interface Target {
  raw: Pick<IncomingMessage, "url" | "rawHeaders">;
  host: string;
}

/**
 * Returns the host of a request; undefined if it names two different ones: several `Host` headers (RFC 9112 §3.2), or
 * an absolute target with another host (§3.2.2). Strips the host from an absolute target.
 */
export function targetHost({ raw, host }: Target): string | undefined {
  if (namesHostTwice(raw.rawHeaders)) return undefined;
  const { url = "/" } = raw;
  if (url.startsWith("/") || url === "*") return host;
  const [, own, address = ""] = /^https?:\/\/([^/?#]*)(.*)/is.exec(url) ?? [];
  if (own?.toLowerCase() !== host.toLowerCase()) return undefined;
  raw.url = address.startsWith("/") ? address : `/${address}`;
  return host;
}

function namesHostTwice(rawHeaders: readonly string[]): boolean {
  let named = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") named += 1;
  }
  return named > 1;
}
