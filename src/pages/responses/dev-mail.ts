import type { FastifyInstance } from "fastify";
import type { Mailbox } from "#domain/messages/mail/mailbox.ts";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { sendPage } from "./send.ts";
import { mailbox as mailboxView } from "../views/account/mailbox.ts";
import { pageOf, type OpenPageRequest } from "./page-request.ts";

/** GET /dev/mail: emails of a loopback site in development, for visitors on this machine. */
export function devMailPage(app: FastifyInstance, openPageRequest: OpenPageRequest, mailbox: Mailbox): void {
  app.get("/dev/mail", async (request, reply) => {
    if (!contextOf(request).development) throw new Problem("not_found", "The mailbox is for this machine only.");
    const pageRequest = await openPageRequest(request, reply);
    const kept = await mailbox.list(pageRequest.context);
    const mails = kept.map(({ id, mail, createdAt }) => ({
      id,
      from: `${mail.from.name} <${mail.from.address}>`,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      at: createdAt,
    }));
    return sendPage(reply, mailboxView(pageOf(pageRequest), mails));
  });
}
