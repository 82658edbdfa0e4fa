import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";

/**
 * `browser` identifies a browser before sign-in; `session` identifies a signed-in member; `code` is the language of
 * code samples; `saved` lists drafts in the browser that are saved, for the script that removes them;
 * `view` is the member as whom staff see the school; `language` and `theme` are the choices of a visitor; `keeper` is
 * the person whose copies of lectures the service worker may show; `waiting` says that the browser keeps notes which
 * were not sent before the session ended; `way` is how someone last signed in, without naming them.
 */
export type CookieName =
  | "browser"
  | "session"
  | "code"
  | "saved"
  | "view"
  | "language"
  | "theme"
  | "keeper"
  /** Written by a script. The server only removes it. */
  | "waiting"
  | "way";

/**
 * `__Host-` binds a cookie to the host and to https; some browsers drop it on http (RFC 6265bis §4.1.3.2). Browsers
 * send cookies to every port of the host (§8.5), so a non-default port is part of the name. Otherwise two sites on one
 * host would sign members out of each other.
 */
export function cookieName({ origin, host }: Site, name: CookieName): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  return `${isSecure(origin) ? "__Host-" : ""}lectern_${name}${port === undefined ? "" : `_${port}`}`;
}

const isSecure = (origin: string) => origin.startsWith("https:");

export function readCookie(request: FastifyRequest, site: Site, name: CookieName): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[cookieName(site, name)];
}

/** `maxAge` in seconds; 0 removes the cookie. */
export function setCookie(reply: FastifyReply, site: Site, name: CookieName, value: string, maxAge: number): void {
  const cookie = stringifySetCookie({
    name: cookieName(site, name),
    value,
    maxAge,
    path: "/",
    httpOnly: name !== "saved" && name !== "keeper",
    sameSite: "lax",
    secure: isSecure(site.origin),
  });
  reply.header("set-cookie", cookie);
}
