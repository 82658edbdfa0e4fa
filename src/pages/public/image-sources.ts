/** Limits the header length: some proxies reject longer headers. */
const maxOrigins = 40;

/**
 * Returns the CSP sources for images of a public page, besides the site itself. Allows only origins that the content
 * names, so that CSS cannot load from elsewhere. A page with a form token allows none, because CSS could leak the
 * token through image requests.
 */
export function remoteImageSources(body: string): string {
  if (body.includes('name="csrf"')) return "";
  const origins = new Set<string>();
  for (const [, address = ""] of body.matchAll(/<img\b[^>]*?\bsrc="(https:\/\/[^"]+)"/gi)) {
    // An IPv6 literal is not a valid CSP source (CSP 3 §2.3.1).
    if (URL.canParse(address) && !new URL(address).hostname.startsWith("[")) origins.add(new URL(address).origin);
  }
  return origins.size > maxOrigins ? " https:" : [...origins].map((origin) => ` ${origin}`).join("");
}
