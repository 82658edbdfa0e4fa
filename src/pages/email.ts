import type { FastifyInstance, FastifyReply } from "fastify";
import { confirmEmail } from "#domain/people/accounts/confirm-email.ts";
import { findMailLink } from "#domain/engagement/mail-links/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { expired, type FormRefusal, refusalOf } from "./form-refusal.ts";
import { linkIn, linkOf, showLinkEnded } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { confirmEmail as confirmView } from "./views/confirm-email.ts";
import { message } from "./views/message.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";

/** GET and POST /email/confirm: target of the verification link for a current or new address. */
export function emailPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/email/confirm", async (request, reply) => {
    const visitor = await visit(request, reply);
    return show(visitor, linkOf(request));
  });

  app.post("/email/confirm", async (request, reply) => {
    const visitor = await visit(request, reply);
    const link = linkIn(request);
    if (!formOf(visitor, csrfKey)) return show(visitor, link, expired);
    if (!(await findMailLink(visitor.context, ["verify_email", "change_email"], link))) return showLinkEnded(visitor);
    const page = pageOf(visitor);
    try {
      const { changed, email } = await perform(confirmEmail, visitor.context, { link, locale: page.locale });
      const kind = changed ? "emailChanged" : "emailConfirmed";
      return sendPage(reply, message(page, { kind, email, href: "/account" }));
    } catch (error) {
      return show(visitor, link, refusalOf(error, reply));
    }
  });
}

async function show(
  visitor: Visit,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { reply, context, csrf } = visitor;
  const found = await findMailLink(context, ["verify_email", "change_email"], link);
  if (!found) return showLinkEnded(visitor);
  const view = {
    csrf,
    link,
    email: found.email,
    confirms: found.purpose === "change_email" ? ("change" as const) : ("verify" as const),
    problems,
  };
  return sendPage(reply, confirmView(pageOf(visitor), view), { status });
}
