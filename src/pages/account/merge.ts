import type { FastifyInstance, FastifyReply } from "fastify";
import {
  confirmMemberMerge,
  declineMemberMerge,
  findOpenMerge,
  type OpenMerge,
  requestOwnMerge,
} from "#domain/privacy/merges/confirm-merge.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem, RetryableProblem } from "#domain/platform/problem.ts";
import { expired, type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { linkIn, linkOf } from "../sign-in/mailed-link.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import {
  memberPageOf,
  pageOf,
  type OpenPageRequest,
  type PageRequest,
  type SignedInPageRequest,
} from "../responses/page-request.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { sendPage } from "../responses/send.ts";
import { merge as mergeView, ownMerge } from "../views/account/merge.ts";
import { message, type Message } from "../views/frame/message.ts";

interface MergePageRequest extends PageRequest {
  link: string;
  found: OpenMerge;
}

/** GET and POST /email/merge: target of the links with which a person confirms or declines a merge of two members. */
export function mergePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = visitorRoutes(openPageRequest).extend<MergePageRequest>(async (pageRequest, open) => {
    const { request, context } = pageRequest;
    const link = request.method === "POST" ? linkIn(request) : linkOf(request);
    const found = await findOpenMerge(context, link);
    return found ? open({ ...pageRequest, link, found }) : showEnded(pageRequest);
  });
  getPage(app, "/email/merge", (pageRequest) => show(pageRequest, pageRequest.link, pageRequest.found));

  const stale = (pageRequest: MergePageRequest) => show(pageRequest, pageRequest.link, pageRequest.found, expired);
  postForm(app, { path: "/email/merge", stale }, async (pageRequest, form) => {
    const { link, found } = pageRequest;
    try {
      return showDone(pageRequest, found, await decide(pageRequest, link, form.get("act") === "decline"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "not_found") return showEnded(pageRequest);
      if (error.code !== "conflict") throw error;
      const kind = error instanceof RetryableProblem ? "merge_busy" : "merge_blocked";
      return show(pageRequest, link, found, { status: 409, problems: [{ kind }] });
    }
  });
}

const accountMergePath = "/account/merge";

/** GET and POST /account/merge: a member names the address of their second account, and proves to be themselves. */
export function ownMergePages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, accountMergePath, (pageRequest) => showOwn(pageRequest));

  postForm(app, accountMergePath, async (pageRequest, form) => {
    const { context, browser } = pageRequest;
    const email = form.get("email")?.trim().slice(0, 320) ?? "";
    const password = form.get("current") ?? "";
    try {
      const isDone = await requestOwnMerge(context, { email, password, browser });
      return await showOwn(pageRequest, { typed: email, isSent: isDone, ...(isDone ? {} : wrongPassword) });
    } catch (error) {
      return showOwn(pageRequest, { typed: email, ...refusalOf(error, pageRequest.reply) });
    }
  });
}

function showOwn(
  pageRequest: SignedInPageRequest,
  {
    typed = "",
    isSent = false,
    status = 200,
    problems = [],
  }: Partial<FormRefusal> & { typed?: string; isSent?: boolean } = {},
): FastifyReply {
  const { reply, context, csrf, session } = pageRequest;
  const isStaff = session.roles.some((role) => role !== "student");
  const refusal = isStaff ? ("staff" as const) : context.mail ? undefined : ("noMail" as const);
  const page = ownMerge(memberPageOf(pageRequest, session), { csrf, typed, problems, isSent, refusal });
  return sendPage(reply, page, { status });
}

async function decide({ context }: PageRequest, link: string, declines: boolean): Promise<Message["kind"]> {
  if (declines) {
    await perform(declineMemberMerge, context, { link });
    return "mergeDeclined";
  }
  const { completed } = await perform(confirmMemberMerge, context, { link });
  return completed ? "mergeCompleted" : "mergeConfirmed";
}

const showDone = (pageRequest: PageRequest, { email }: OpenMerge, kind: Message["kind"]): FastifyReply =>
  sendPage(pageRequest.reply, message(pageOf(pageRequest), { kind, email, href: "/sign-in" }));

const showEnded = (pageRequest: PageRequest): FastifyReply =>
  sendPage(pageRequest.reply, message(pageOf(pageRequest), { kind: "mergeEnded", href: "/sign-in" }), { status: 404 });

function show(
  pageRequest: PageRequest,
  link: string,
  found: OpenMerge,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const view = { csrf: pageRequest.csrf, link, ...found, problems };
  return sendPage(pageRequest.reply, mergeView(pageOf(pageRequest), view), { status });
}
