import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptInvitation, findInvitation, type OpenInvitation } from "#domain/people/invitations/accept-invitation.ts";
import { expired, type FormRefusal, refusalOf } from "./form-refusal.ts";
import { linkIn, linkOf } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { invitation as invitationView } from "./views/invitation.ts";
import { message } from "./views/message.ts";
import { staleFormOf } from "./stale-form.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";

/** GET and POST /invitation: target of the link in an invitation email. */
export function invitationPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/invitation", async (request, reply) => {
    const visitor = await visit(request, reply);
    const link = linkOf(request);
    const found = await findInvitation(visitor.context, link);
    return found ? show(visitor, link, found) : showEnded(visitor);
  });

  app.post("/invitation", async (request, reply) => {
    const visitor = await visit(request, reply);
    const form = formOf(visitor, csrfKey);
    const link = linkIn(request);
    const found = await findInvitation(visitor.context, link);
    if (!found) return showEnded(visitor);
    if (!form) {
      const name = staleFormOf(visitor)?.get("name") ?? found.name;
      return show(visitor, link, { ...found, name }, expired);
    }
    try {
      const given = { link, name: form.get("name"), password: form.get("password") };
      const { step } = await acceptInvitation(visitor.context, given);
      return await reply.redirect(`/sign-in?done=${step === "join" ? "joined" : "signed_up"}`, 303);
    } catch (error) {
      const name = form.get("name") ?? found.name;
      return show(visitor, link, { ...found, name }, refusalOf(error, reply));
    }
  });
}

const showEnded = (visitor: Visit): FastifyReply =>
  sendPage(visitor.reply, message(pageOf(visitor), { kind: "invitationEnded", href: "/sign-in" }), { status: 404 });

function show(
  visitor: Visit,
  link: string,
  { name, email, step }: OpenInvitation,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const view = { csrf: visitor.csrf, link, name: name ?? "", email, step, problems };
  return sendPage(visitor.reply, invitationView(pageOf(visitor), view), { status });
}
