import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readOwnErasure, requestOwnErasure } from "#domain/privacy/own-data.ts";
import { endBrowserSession } from "#http/browser.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { sendPage } from "../responses/send.ts";
import { deleteAccount } from "../views/account/delete-account.ts";
import { message } from "../views/frame/message.ts";
import { memberPageOf, pageOf, type SignedInPageRequest } from "../responses/page-request.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

const here = "/account/delete";

/** Codes of problems that the page lists. */
const obstacles: ReadonlySet<string> = new Set(["last_owner", "has_dependents", "conflict"]);

/** /account/delete: members delete their account at the school, after they enter their password again. */
export function deleteAccountPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, here, (pageRequest) => show(pageRequest));

  postForm(app, here, async (pageRequest, form) => {
    if (form.get("understood") !== "on") return show(pageRequest, { status: 422, problems: [], isUnconfirmed: true });
    const { context, browser } = pageRequest;
    const page = pageOf(pageRequest);
    try {
      const password = form.get("current") ?? "";
      const isDone = await requestOwnErasure(context, { password, browser, locale: page.locale });
      if (!isDone) return await show(pageRequest, wrongPassword);
    } catch (error) {
      if (error instanceof Problem && obstacles.has(error.code))
        return show(pageRequest, { status: 409, problems: [] });
      return show(pageRequest, refusalOf(error, pageRequest.reply));
    }
    endBrowserSession(pageRequest.reply, context);
    return message({ ...page, member: null }, { kind: "accountDeleted", href: "/" });
  });
}

interface Refusal extends FormRefusal {
  /** The box was not checked. */
  isUnconfirmed?: boolean;
}

const none: Refusal = { status: 200, problems: [] };

async function show(
  pageRequest: SignedInPageRequest,
  { status, problems, isUnconfirmed = false } = none,
): Promise<FastifyReply> {
  const { context, csrf, session, reply } = pageRequest;
  const erasure = await perform(readOwnErasure, context, {});
  const view = { ...erasure, csrf, problems, isUnconfirmed };
  return sendPage(reply, deleteAccount(memberPageOf(pageRequest, session), view), { status });
}
