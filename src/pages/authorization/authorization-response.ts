import type { FastifyReply, FastifyRequest } from "fastify";
import { contextOf } from "#http/context.ts";
import { type AuthorizationResponse, fieldsOf, locationOf } from "#oauth/authorization-response.ts";
import { displayHostOf } from "#oauth/redirect-uri.ts";
import { exactFormTargetOf, sendPage } from "../responses/send.ts";
import { chooseLocale } from "../text/catalogue.ts";
import { formPost, submitScript } from "../views/parts/form-post.ts";

/**
 * Sends the authorization response to the client: by a redirect with status 303, also after POST (RFC 9700 §2.1), or
 * by a form.
 */
export function sendAuthorizationResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: AuthorizationResponse,
): FastifyReply {
  if (response.responseMode !== "form_post") return reply.redirect(locationOf(response), 303);
  const { site } = contextOf(request);
  const locale = chooseLocale({
    uiLocales: undefined,
    memberLocale: undefined,
    acceptLanguage: request.headers["accept-language"],
    siteDefault: site.defaultLocale,
  });
  const { redirectUri } = response;
  const view = { action: redirectUri, host: displayHostOf(redirectUri), fields: fieldsOf(response) };
  return sendPage(reply, formPost({ locale, site, timeZone: "UTC" }, view), {
    onlyFormTarget: exactFormTargetOf(redirectUri),
    content: [`script-src '${submitScript.hash}'`],
  });
}
