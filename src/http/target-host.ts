import type { FastifyRequest } from "fastify";

/**
 * The host that a request is for, undefined where it names two that differ: more than one `Host` (RFC 9112 §3.2), or a
 * target with a host of its own (§3.2.2). What stands behind such a target's host is the address from here on.
 */
export function targetHost({ raw, host }: Pick<FastifyRequest, "raw" | "host">): string | undefined {
  if (namesHostTwice(raw.rawHeaders)) return undefined;
  const { url = "/" } = raw;
  if (url.startsWith("/") || url === "*") return host;
  const [, own, address = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (own?.toLowerCase() !== host.toLowerCase()) return undefined;
  raw.url = address.startsWith("/") ? address : `/${address}`;
  return host;
}

function namesHostTwice(rawHeaders: readonly string[]): boolean {
  let named = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") named += 1;
  }
  return named > 1;
}
