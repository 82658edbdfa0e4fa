import type { FastifyReply, FastifyRequest, LightMyRequestResponse } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Form } from "#oauth/form.ts";
import { withoutTrailingSlash } from "#http/path-of.ts";
import { sendOwnRequest } from "./own-request.ts";
import { refillForm } from "../views/parts/refill-form.ts";
import { fieldsOf } from "./submitted-fields.ts";
import { finished } from "../responses/send.ts";
import { readForm, type PageRequest } from "../responses/page-request.ts";

/**
 * Responds to a form whose token belongs to an earlier session: renders the page at `address` again, with the form
 * filled with the submitted values and the token of the current session. `fields` are those of a multipart form.
 *
 * Only pages of this site get their values back. Another site must not prefill a form that the member then submits, so
 * its request is redirected.
 */
export async function sendStaleForm(
  { request, reply, context }: Pick<PageRequest, "request" | "reply" | "context">,
  address: string,
  fields = fieldsOf(request),
): Promise<FastifyReply> {
  if (!isFromThisSite(request, context)) return reply.redirect(address, 303);
  // As a prefetch, the page does not count as opened.
  const page = await sendOwnRequest(request, { url: address, headers: { "sec-purpose": "prefetch" } });
  // For example sign-in, if the session ended meanwhile.
  if (page.statusCode !== 200) return reply.redirect(address, 303);
  return forwardPage(page, reply, refillForm(page.body, withoutTrailingSlash(request.url), fields));
}

/** Responds with a page that was read within the process. The form on it was not accepted. */
export function forwardPage(
  page: LightMyRequestResponse,
  reply: FastifyReply,
  body = page.body,
  status = 403,
): FastifyReply {
  for (const name of ["content-security-policy", "cache-control", "content-type"]) {
    const value = page.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(status).send(finished(reply, body, status));
}

/**
 * Returns the submitted values of a form whose token is not valid, for handlers that render the form themselves.
 * Undefined if another site sent it.
 */
export const staleFormOf = (
  { request, context }: Pick<PageRequest, "request" | "context">,
  fields = fieldsOf(request),
): Form | undefined => (isFromThisSite(request, context) ? readForm(fields) : undefined);

/**
 * Returns the form of a browser without Fetch Metadata, whose pages send `Origin: null`. Any site can send the same:
 * only for what does no harm, without a session.
 */
export const unprovenFormOf = ({ request }: Pick<PageRequest, "request">): Form | undefined => {
  const { origin, "sec-fetch-site": from } = request.headers;
  return from === undefined && (origin === undefined || origin === "null") ? readForm(fieldsOf(request)) : undefined;
};

/**
 * True for forms that a page of this site submitted. Pages have no referrer, so browsers send `Origin: null` with
 * their forms. Fetch Metadata is the evidence, and Origin only for browsers without it.
 */
export function isFromThisSite({ headers }: FastifyRequest, { site }: Pick<RequestContext, "site">): boolean {
  const from = headers["sec-fetch-site"];
  return from === undefined ? headers.origin === site.origin : from === "same-origin";
}
