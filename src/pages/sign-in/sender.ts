import type { FastifyInstance, FastifyReply } from "fastify";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { confirmSender } from "#domain/messages/sender/confirm-sender.ts";
import { expired, type FormRefusal } from "../forms/form-refusal.ts";
import { linkIn, linkOf, showLinkEnded } from "./mailed-link.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { sendPage } from "../responses/send.ts";
import { confirmEmail as confirmView } from "../views/account/confirm-email.ts";
import { message } from "../views/frame/message.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /sender/confirm: target of the verification link for a school's sender address. */
export function senderPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/sender/confirm", async (request, reply) => show(await openPageRequest(request, reply), linkOf(request)));

  const route = { path: "/sender/confirm", stale: showAgain } as const;
  visitorRoutes(openPageRequest).postForm(app, route, async (pageRequest, _form, request) => {
    const { reply } = pageRequest;
    const link = linkIn(request);
    try {
      const { email } = await perform(confirmSender, pageRequest.context, { link });
      return sendPage(
        reply,
        message(pageOf(pageRequest), { kind: "senderConfirmed", email, href: "/admin/settings/mail" }),
      );
    } catch (error) {
      if (error instanceof Problem && error.code === "not_found") return showLinkEnded(pageRequest);
      throw error;
    }
  });
}

const showAgain = (pageRequest: PageRequest) => show(pageRequest, linkIn(pageRequest.request), expired);

async function show(
  pageRequest: PageRequest,
  link: string,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { reply, context, csrf } = pageRequest;
  const found = await findMailLink(context, ["verify_sender"], link);
  if (!found) return showLinkEnded(pageRequest);
  const view = { csrf, link, email: found.email, confirms: "sender", problems } as const;
  return sendPage(reply, confirmView(pageOf(pageRequest), view), { status });
}
