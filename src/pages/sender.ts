import type { FastifyInstance, FastifyReply } from "fastify";
import { findMailLink } from "#domain/engagement/mail-links/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { confirmSender } from "#domain/site/sender/confirm-sender.ts";
import { expired, type FormRefusal } from "./form-refusal.ts";
import { linkIn, linkOf, showLinkEnded } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { confirmEmail as confirmView } from "./views/confirm-email.ts";
import { message } from "./views/message.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";

/** GET and POST /sender/confirm: target of the verification link for a school's sender address. */
export function senderPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/sender/confirm", async (request, reply) => show(await visit(request, reply), linkOf(request)));

  app.post("/sender/confirm", async (request, reply) => {
    const visitor = await visit(request, reply);
    const link = linkIn(request);
    if (!formOf(visitor, csrfKey)) return show(visitor, link, expired);
    try {
      const { email } = await perform(confirmSender, visitor.context, { link });
      return sendPage(
        reply,
        message(pageOf(visitor), { kind: "senderConfirmed", email, href: "/admin/settings/mail" }),
      );
    } catch (error) {
      if (error instanceof Problem && error.code === "not_found") return showLinkEnded(visitor);
      throw error;
    }
  });
}

async function show(
  visitor: Visit,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { reply, context, csrf } = visitor;
  const found = await findMailLink(context, ["verify_sender"], link);
  if (!found) return showLinkEnded(visitor);
  const view = { csrf, link, email: found.email, confirms: "sender", problems } as const;
  return sendPage(reply, confirmView(pageOf(visitor), view), { status });
}
