/**
 * Parses a web origin as written by browsers (RFC 6454 §6.2), like `https://school.example:8443`; undefined if
 * invalid.
 */
export function parseOrigin(text: string): { origin: string; host: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, host, pathname, search, hash, username, password } = new URL(text);
  const bare = pathname === "/" && !search && !hash && !username && !password;
  return (protocol === "https:" || protocol === "http:") && bare ? { origin, host } : undefined;
}
