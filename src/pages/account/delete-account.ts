import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readOwnErasure, requestOwnErasure } from "#domain/privacy/own-data.ts";
import { endBrowserSession } from "#http/browser.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { sendPage } from "../responses/send.ts";
import { deleteAccount } from "../views/account/delete-account.ts";
import { message } from "../views/frame/message.ts";
import {
  formOf,
  isSignedIn,
  memberPageOf,
  type OpenPageRequest,
  pageOf,
  type SignedInPageRequest,
} from "../responses/page-request.ts";

const here = "/account/delete";

/** Codes of problems that the page lists. */
const obstacles: ReadonlySet<string> = new Set(["last_owner", "has_dependents", "conflict"]);

/** /account/delete: members delete their account at the school, after they enter their password again. */
export function deleteAccountPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get(here, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? show(pageRequest) : askToSignIn(pageRequest);
  });

  app.post(here, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!isSignedIn(pageRequest)) return askToSignIn(pageRequest);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, here);
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
      return show(pageRequest, refusalOf(error, reply));
    }
    endBrowserSession(reply, context);
    return sendPage(reply, message({ ...page, member: null }, { kind: "accountDeleted", href: "/" }));
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
  const found = await perform(readOwnErasure, context, {});
  const view = { ...found, csrf, problems, isUnconfirmed };
  return sendPage(reply, deleteAccount(memberPageOf(pageRequest, session), view), { status });
}
