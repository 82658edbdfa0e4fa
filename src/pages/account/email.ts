import type { FastifyInstance, FastifyReply } from "fastify";
import { confirmEmail, describeChange } from "#domain/people/accounts/confirm-email.ts";
import type { MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { linkIn, linkOf, showLinkEnded } from "../sign-in/mailed-link.ts";
import { openSealedLink, sealLink } from "../sign-in/sealed-link.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { sendPage } from "../responses/send.ts";
import { type ConfirmChange, confirmChange } from "../views/account/confirm-change.ts";
import { confirmEmail as confirmView } from "../views/account/confirm-email.ts";
import { message } from "../views/frame/message.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

const path = "/email/confirm";

/**
 * GET and POST /email/confirm: target of the verification link for a current or new address. A change takes the session
 * of the account: sign-in returns to the address with `sealed`, the encrypted link.
 */
export function emailPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const show = showing();

  app.get(path, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const sealed = new URLSearchParams(request.url.split("?")[1]).get("sealed");
    const link = sealed === null ? linkOf(request) : openSealedLink(pageRequest, sealed);
    return show(pageRequest, link ?? "");
  });

  const stale = (pageRequest: PageRequest) => show(pageRequest, linkIn(pageRequest.request), expired);
  visitorRoutes(openPageRequest).postForm(app, { path, stale }, async (pageRequest, _form, request) => {
    const { context, reply } = pageRequest;
    const link = linkIn(request);
    const found = await findOpenLink(pageRequest, link);
    if (!found) return showLinkEnded(pageRequest);
    // The session may have ended since the page was shown.
    if (found.purpose === "change_email" && !(await describeChange(context, found))?.isOwn) {
      return show(pageRequest, link, { status: 403, problems: [] });
    }
    const page = pageOf(pageRequest);
    try {
      const { changed, email } = await perform(confirmEmail, context, { link, locale: page.locale });
      const kind = changed ? "emailChanged" : "emailConfirmed";
      return sendPage(reply, message(page, { kind, email, href: "/account" }));
    } catch (error) {
      return show(pageRequest, link, refusalOf(error, reply));
    }
  });
}

const findOpenLink = ({ context }: PageRequest, link: string): Promise<MailLink | undefined> =>
  findMailLink(context, ["verify_email", "change_email"], link);

const showing =
  () =>
  async (
    pageRequest: PageRequest,
    link: string,
    { status, problems }: FormRefusal = { status: 200, problems: [] },
  ): Promise<FastifyReply> => {
    const { reply, context, csrf } = pageRequest;
    const openLink = await findOpenLink(pageRequest, link);
    if (!openLink) return showLinkEnded(pageRequest);
    const page = pageOf(pageRequest);
    if (openLink.purpose === "verify_email") {
      const view = { csrf, link, email: openLink.email, confirms: "verify" as const, problems };
      return sendPage(reply, confirmView(page, view), { status });
    }
    const change = await describeChange(context, openLink);
    if (!change) return showLinkEnded(pageRequest);
    const next = nextStep(pageRequest, { link, isOwn: change.isOwn });
    return sendPage(reply, confirmChange(page, { ...change, next, problems }), { status });
  };

function nextStep(pageRequest: PageRequest, { link, isOwn }: { link: string; isOwn: boolean }): ConfirmChange["next"] {
  const { csrf, session } = pageRequest;
  if (isOwn) return { step: "confirm", csrf, link };
  if (session) return { step: "sign_out", own: session.email };
  const returnTo = `${path}?sealed=${sealLink(pageRequest, link)}`;
  return { step: "sign_in", href: `/sign-in?return_to=${encodeURIComponent(returnTo)}` };
}
