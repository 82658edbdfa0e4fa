import type { FastifyInstance, FastifyReply } from "fastify";
import { findOnlyTaughtCourse } from "#domain/catalog/course-team/taught-course.ts";
import { formatId } from "#domain/platform/ids.ts";
import { acceptInvitation, findInvitation, type OpenInvitation } from "#domain/people/invitations/accept-invitation.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { type LinkPageRequest, linkRoutes } from "../sign-in/link-routes.ts";
import { sendPage } from "../responses/send.ts";
import { invitation as invitationView } from "../views/account/invitation.ts";
import { message } from "../views/frame/message.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /invitation: target of the link in an invitation email. */
export function invitationPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = linkRoutes(openPageRequest, { find: findInvitation, showEnded });
  getPage(app, "/invitation", (pageRequest) => show(pageRequest, pageRequest.link, pageRequest.found));

  postForm(app, { path: "/invitation", stale: showAgain }, async (pageRequest, form) => {
    const { link, found, reply } = pageRequest;
    try {
      const fields = { link, name: form.get("name"), password: form.get("password") };
      const { step, memberId } = await acceptInvitation(pageRequest.context, fields);
      const course = await findOnlyTaughtCourse(pageRequest.context, memberId);
      const next = new URLSearchParams({
        done: step === "join" ? "joined" : "signed_up",
        ...(course !== undefined && { return_to: `/admin/courses/${formatId("course", course)}` }),
      });
      return await reply.redirect(`/sign-in?${next.toString()}`, 303);
    } catch (error) {
      const name = form.get("name") ?? found.name;
      return show(pageRequest, link, { ...found, name }, refusalOf(error, reply));
    }
  });
}

const showAgain = (pageRequest: LinkPageRequest<OpenInvitation>) => {
  const { link, found } = pageRequest;
  const name = staleFormOf(pageRequest)?.get("name") ?? found.name;
  return show(pageRequest, link, { ...found, name }, expired);
};

const showEnded = (pageRequest: PageRequest): FastifyReply =>
  sendPage(pageRequest.reply, message(pageOf(pageRequest), { kind: "invitationEnded", href: "/sign-in" }), {
    status: 404,
  });

function show(
  pageRequest: PageRequest,
  link: string,
  { name, email, step }: OpenInvitation,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const view = { csrf: pageRequest.csrf, link, name: name ?? "", email, step, problems };
  return sendPage(pageRequest.reply, invitationView(pageOf(pageRequest), view), { status });
}
