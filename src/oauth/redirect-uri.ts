/** Printable ASCII without space, quotes, backslash or fragment: nothing that two parsers could read differently. */
const plain = /^[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/;

const privateUse = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:\/(?!\/)/;

/** Letters, digits and hyphens between dots (RFC 1123 §2.1), or an IP address: a parser would take `*.example` too. */
const namedHost =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const ipv6Host = /^\[[0-9a-f:]+\]$/;

const maxLength = 2000;

/** RFC 8252 §7.3, matched on the text as it came: a parser would also read `127.1` and `2130706433`. */
export function isLoopbackRedirect(uri: string): boolean {
  if (uri.length > maxLength || !plain.test(uri)) return false;
  const match = loopback.exec(uri);
  return match !== null && Number(match[2] ?? 1) <= 65_535;
}

/** A fixed callback of an application on the web: https, no user information, no fragment. */
export function isHttpsRedirect(uri: string): boolean {
  if (uri.length > maxLength || !plain.test(uri) || !uri.startsWith("https://") || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  return !namesUser(url) && hasPlainHost(url) && url.port !== "0" && isAsWritten(uri, url);
}

const namesUser = ({ username, password }: URL): boolean => username !== "" || password !== "";

const hasPlainHost = ({ hostname }: URL): boolean => namedHost.test(hostname) || ipv6Host.test(hostname);

/** What a browser would rewrite (another case, dot segments, a port that goes without saying) is not what it is sent to. */
const isAsWritten = (uri: string, { href }: URL): boolean => href === uri || href === `${uri}/`;

/**
 * A scheme of an app's own, by RFC 8252 §7.1: a domain name in reverse, so that it holds a dot, which none has that a
 * browser acts upon itself (`javascript:`, `data:`, `file:`), and one slash, since nothing stands for a host.
 */
export function isPrivateUseRedirect(uri: string): boolean {
  return uri.length <= maxLength && plain.test(uri) && privateUse.test(uri) && new URL(uri).href === uri;
}

/** What is wrong with an address whatever it is for, as a sentence that says how to mend it. */
export function flawOf(uri: string): string | undefined {
  if (uri.length > maxLength) return `It is longer than ${maxLength} characters.`;
  if (uri.includes("#")) return "It has a fragment: leave out # and what follows.";
  if (!plain.test(uri))
    return "It holds a space, a backslash or another character that an address has percent-encoded.";
  if (!URL.canParse(uri)) return "It is no absolute address.";
  const url = new URL(uri);
  if (namesUser(url)) return "It names a user: leave out what stands before @.";
  if (url.protocol !== "https:") return undefined;
  if (!hasPlainHost(url)) return "Its host is no single host: no * and no dot at its end.";
  if (url.port === "0") return "No browser opens port 0.";
  return isAsWritten(uri, url) ? undefined : `Browsers write it ${url.href}`;
}

/** Whether the answer goes to a program on the person's own device, where any program can pose as it (RFC 8252 §8.6). */
export const staysOnDevice = (uri: string): boolean => isLoopbackRedirect(uri) || isPrivateUseRedirect(uri);

/** What a person can tell a redirect by: the host, or the scheme that stands for an app. */
export function placeOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === "" ? protocol.slice(0, -1) : host;
}

/** Exact string comparison (RFC 9700 §2.1), the port left out of it for loopback alone (RFC 8252 §7.3). */
export function matchesRegistered(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  if (!isLoopbackRedirect(requested)) return false;
  return registered.some((uri) => isLoopbackRedirect(uri) && withoutPort(uri) === withoutPort(requested));
}

/** A loopback redirect by all that is the same each time; others as they are. */
export const withoutPort = (uri: string): string =>
  isLoopbackRedirect(uri) ? uri.replace(loopback, "http://$1$3") : uri;

/** The redirect URI with parameters added to whatever query it has (RFC 6749 §4.1.2); `state` is encoded already. */
export function withParameters(redirectUri: string, parameters: Record<string, string>, state: string | null): string {
  const query = new URLSearchParams(parameters).toString();
  const stateful = state === null ? "" : `&state=${state}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}${stateful}`;
}
