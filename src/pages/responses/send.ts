import type { FastifyReply } from "fastify";
import { contextOf } from "#http/context.ts";
import { admitPageScript } from "./page-script.ts";

interface Options {
  status?: number;
  /** Additional redirect target of the page's forms: browsers apply `form-action` to redirects too. */
  formTarget?: string | undefined;
  /** The only target of the page's forms, instead of this site. */
  onlyFormTarget?: string | undefined;
  /** CSP directives for content other than text and images. */
  content?: readonly string[] | undefined;
  /** Value of `Cache-Control`. Default: not stored. */
  caching?: string | undefined;
}

/** Properties of a reply. Not in a WeakMap, which would keep the reply until a full garbage collection (0124). */
const hasModules = Symbol("hasModules");
const finishPage = Symbol("finishPage");

declare module "fastify" {
  interface FastifyReply {
    /** True for people whose pages have modules of this site: the admin area. */
    [hasModules]?: boolean;
    [finishPage]?: Finish;
  }
}

/** Permits modules of this site, and requests to it, on the page of this reply. */
export function admitModules(reply: FastifyReply): void {
  reply[hasModules] = true;
}

type Finish = (page: string, status: number) => string;

/** Has `finish` complete the pages of this reply. A hook of Fastify would get them compressed. */
export function finishWith(reply: FastifyReply, finish: Finish): void {
  reply[finishPage] = finish;
}

/** Returns a page as it is sent with this reply. */
export const finished = (reply: FastifyReply, page: string, status: number): string =>
  reply[finishPage]?.(page, status) ?? page;

const modulePolicy = { "script-src": "'self'", "connect-src": "'self'" };

/** Sends a page without framing, caching, referrer or scripts, except for what `content` allows. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { status = 200, formTarget, onlyFormTarget, content = [], caching = "no-store" }: Options = {},
): FastifyReply {
  const { origin } = contextOf(reply.request).site;
  const added = reply[hasModules] === true ? Object.entries(modulePolicy) : [];
  const missing = added.filter(([name]) => !content.some((directive) => directive.startsWith(`${name} `)));
  const allowed = [...missing.map(([name, sources]) => `${name} ${sources}`), ...content];
  const directives = admitPageScript(page, origin, allowed)
    .map((directive) => `${directive}; `)
    .join("");
  const formAction = onlyFormTarget ?? (formTarget === undefined ? "'self'" : `'self' ${formTarget}`);
  return reply
    .code(status)
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data: https:; manifest-src 'self'; ${directives}form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header("cache-control", caching)
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(finished(reply, page, status));
}

/**
 * Returns the origin of a redirect URI as a CSP source, or its scheme, because CSP has no syntax for IPv6 addresses
 * (CSP 3 §2.3.1).
 */
export function formTargetOf(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  const hasOrigin = hostname !== "" && !hostname.startsWith("[");
  return hasOrigin ? origin : protocol;
}

/**
 * Returns the redirect URI as a CSP source. Sources have no query, and their paths encode the separators of policies
 * (CSP 3 §2.3.1).
 */
export function exactFormTargetOf(redirectUri: string): string {
  const target = formTargetOf(redirectUri);
  const { origin, pathname } = new URL(redirectUri);
  return target === origin ? `${target}${pathname.replaceAll(";", "%3B").replaceAll(",", "%2C")}` : target;
}
