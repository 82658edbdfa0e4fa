import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "#domain/sites/site.ts";

/** `browser` tells one browser from another before anyone signs in; `session` is a member who did. */
export type CookieName = "browser" | "session";

/** `__Host-` binds a cookie to the host and to https; some browsers drop it on http (RFC 6265bis §4.1.3.2). */
const cookieName = (site: Site, name: CookieName) => (isSecure(site) ? `__Host-lectern_${name}` : `lectern_${name}`);

const isSecure = (site: Site) => site.origin.startsWith("https:");

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
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(site),
  });
  reply.header("set-cookie", cookie);
}
