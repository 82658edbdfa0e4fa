import type { FastifyReply } from "fastify";

interface Options {
  status?: number;
  /** Where a form of the page may lead besides here, over a redirect: browsers apply `form-action` to these too. */
  formTarget?: string | undefined;
  /** Directives for what the page shows besides text and pictures. */
  content?: readonly string[] | undefined;
}

/** A page is never framed, cached, told to another site or allowed a script, but for what `content` names. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  { status = 200, formTarget, content = [] }: Options = {},
): FastifyReply {
  const directives = content.map((directive) => `${directive}; `).join("");
  const formAction = formTarget === undefined ? "'self'" : `'self' ${formTarget}`;
  return reply
    .code(status)
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'self'; img-src 'self' data: https:; ${directives}form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}

/** The origin of a redirect URI as a CSP source, or its scheme: there is no form for IPv6 addresses (CSP 3 §2.3.1). */
export function formTargetOf(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  const hasOrigin = hostname !== "" && !hostname.startsWith("[");
  return hasOrigin ? origin : protocol;
}
