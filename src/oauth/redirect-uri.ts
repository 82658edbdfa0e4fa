/**
 * Printable ASCII without space, quotes, backslash or fragment: no characters that two parsers could read differently.
 */
const plain = /^[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/;

const privateUse = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:\/(?!\/)/;

/** Letters, digits and hyphens between dots (RFC 1123 §2.1), or an IP address. URL parsers would accept `*.example`. */
const namedHost =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const ipv6Host = /^\[[0-9a-f:]+\]$/;

const maxLength = 2000;

/** RFC 8252 §7.3, matched on the original text: a URL parser would also accept `127.1` and `2130706433`. */
export function isLoopbackRedirect(uri: string): boolean {
  if (uri.length > maxLength || !plain.test(uri)) return false;
  const match = loopback.exec(uri);
  return match !== null && Number(match[2] ?? 1) <= 65_535;
}

/** A web callback: https, no user info, no fragment. */
export function isHttpsRedirect(uri: string): boolean {
  if (uri.length > maxLength || !plain.test(uri) || !uri.startsWith("https://") || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  return !namesUser(url) && hasPlainHost(url) && url.port !== "0" && isAsWritten(uri, url);
}

const namesUser = ({ username, password }: URL): boolean => username !== "" || password !== "";

const hasPlainHost = ({ hostname }: URL): boolean => namedHost.test(hostname) || ipv6Host.test(hostname);

/** Returns true if a browser would not rewrite the URL (case, dot segments, default port). */
const isAsWritten = (uri: string, { href }: URL): boolean => href === uri || href === `${uri}/`;

/**
 * A private-use URI scheme (RFC 8252 §7.1): a reversed domain name, followed by one slash because there is no host.
 * The required dot excludes schemes that browsers handle themselves (`javascript:`, `data:`, `file:`).
 */
export function isPrivateUseRedirect(uri: string): boolean {
  return uri.length <= maxLength && plain.test(uri) && privateUse.test(uri) && new URL(uri).href === uri;
}

/** Returns the flaw of a redirect URI, as a sentence that says how to fix it. */
export function flawOf(uri: string): string | undefined {
  if (uri.length > maxLength) return `It is longer than ${maxLength} characters.`;
  if (uri.includes("#")) return "It has a fragment: remove # and the text after it.";
  if (!plain.test(uri)) return "It contains a character that must be percent-encoded, such as a space or a backslash.";
  if (!URL.canParse(uri)) return "It is not an absolute URL.";
  const url = new URL(uri);
  if (namesUser(url)) return "It contains user information: remove the part before @.";
  if (url.protocol !== "https:") return undefined;
  if (!hasPlainHost(url)) return "Its host must be a single host, without * and without a trailing dot.";
  if (url.port === "0") return "Browsers block port 0.";
  return isAsWritten(uri, url) ? undefined : `Browsers normalize it to ${url.href}`;
}

/**
 * Returns true if the response stays on the user's own device, where any program can impersonate the client (RFC 8252
 * §8.6).
 */
export const staysOnDevice = (uri: string): boolean => isLoopbackRedirect(uri) || isPrivateUseRedirect(uri);

/** A recognizable name for a redirect target: the host, or the app scheme. */
export function displayHostOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === "" ? protocol.slice(0, -1) : host;
}

/** Exact string comparison (RFC 9700 §2.1). Only loopback ignores the port (RFC 8252 §7.3). */
export function matchesRegistered(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  if (!isLoopbackRedirect(requested)) return false;
  return registered.some((uri) => isLoopbackRedirect(uri) && withoutPort(uri) === withoutPort(requested));
}

/** Removes the variable port of a loopback URI; returns others unchanged. */
export const withoutPort = (uri: string): string =>
  isLoopbackRedirect(uri) ? uri.replace(loopback, "http://$1$3") : uri;

/** Adds parameters to the existing query of a redirect URI (RFC 6749 §4.1.2). `state` is already encoded. */
export function withParameters(redirectUri: string, parameters: Record<string, string>, state: string | null): string {
  const query = new URLSearchParams(parameters).toString();
  const stateful = state === null ? "" : `&state=${state}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}${stateful}`;
}
