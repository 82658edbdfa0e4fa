/** More origins would make the header too long for some proxies. */
const maxOrigins = 40;

/**
 * The CSP sources of the images of a public page, besides those of the site itself. The origins that its own content
 * names are allowed, so that CSS cannot load anything from elsewhere. A page with a form token allows none: CSS could
 * tell its value by what it loads.
 */
export function remoteImageSources(body: string): string {
  if (body.includes('name="csrf"')) return "";
  const origins = new Set<string>();
  for (const [, address = ""] of body.matchAll(/<img\b[^>]*?\bsrc="(https:\/\/[^"]+)"/gi)) {
    // A literal IPv6 address is no CSP source (CSP 3 §2.3.1).
    if (URL.canParse(address) && !new URL(address).hostname.startsWith("[")) origins.add(new URL(address).origin);
  }
  return origins.size > maxOrigins ? " https:" : [...origins].map((origin) => ` ${origin}`).join("");
}
