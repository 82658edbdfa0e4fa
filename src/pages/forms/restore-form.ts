import type { FastifyReply } from "fastify";
import { findSession } from "#domain/people/sessions/queries.ts";
import { cookiesOf } from "#http/browser.ts";
import { sendOwnRequest } from "./own-request.ts";
import { forwardPage } from "./stale-form.ts";
import { isFormOf, openUnsavedForm } from "./unsaved-form.ts";
import type { PageRequest } from "../responses/page-request.ts";

/** The form was sealed on a page of this site, also if the response of an identity provider leads back to it. */
const fromThisSite = { "sec-fetch-site": "same-origin" };

interface SignedIn {
  /** The field of the sign-in form. */
  unsaved: string | undefined;
  /** Secret of the session cookie. */
  session: string;
}

/**
 * Shows a form again whose session had ended, filled with what was entered. Returns undefined if it is not a form of
 * this member, or its page is gone.
 *
 * Submits it without a form token. Every form is then shown again and nothing is saved (`formOf`).
 */
export async function restoreForm(
  pageRequest: PageRequest,
  { unsaved, session: secret }: SignedIn,
): Promise<FastifyReply | undefined> {
  const { request, reply, context, browser } = pageRequest;
  const form = openUnsavedForm(pageRequest, unsaved);
  const session = form && (await findSession(context, secret, context.now));
  if (!session || !(await isFormOf(pageRequest, { form, memberId: session.memberId }))) return undefined;
  const cookie = cookiesOf(context, { browser, session: secret });
  const { server, headers, socket } = request;
  // The form can be a page of another surface.
  const own = { server: server.application ?? server, headers, socket };
  const page = await sendOwnRequest(own, { url: form.action, headers: { cookie, ...fromThisSite }, form: form.fields });
  return page.statusCode === 403 ? forwardPage(page, reply) : undefined;
}
