import type { FastifyInstance, FastifyReply } from "fastify";
import { confirmEmail } from "#domain/people/accounts/confirm-email.ts";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { linkIn, linkOf, showLinkEnded } from "../sign-in/mailed-link.ts";
import { sendPage } from "../responses/send.ts";
import { confirmEmail as confirmView } from "../views/account/confirm-email.ts";
import { message } from "../views/frame/message.ts";
import { formOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /email/confirm: target of the verification link for a current or new address. */
export function emailPages(app: FastifyInstance, openPageRequest: OpenPageRequest, csrfKey: Buffer): void {
  app.get("/email/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return show(pageRequest, linkOf(request));
  });

  app.post("/email/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const link = linkIn(request);
    if (!formOf(pageRequest, csrfKey)) return show(pageRequest, link, expired);
    if (!(await findMailLink(pageRequest.context, ["verify_email", "change_email"], link)))
      return showLinkEnded(pageRequest);
    const page = pageOf(pageRequest);
    try {
      const { changed, email } = await perform(confirmEmail, pageRequest.context, { link, locale: page.locale });
      const kind = changed ? "emailChanged" : "emailConfirmed";
      return sendPage(reply, message(page, { kind, email, href: "/account" }));
    } catch (error) {
      return show(pageRequest, link, refusalOf(error, reply));
    }
  });
}

async function show(
  pageRequest: PageRequest,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { reply, context, csrf } = pageRequest;
  const found = await findMailLink(context, ["verify_email", "change_email"], link);
  if (!found) return showLinkEnded(pageRequest);
  const view = {
    csrf,
    link,
    email: found.email,
    confirms: found.purpose === "change_email" ? ("change" as const) : ("verify" as const),
    problems,
  };
  return sendPage(reply, confirmView(pageOf(pageRequest), view), { status });
}
