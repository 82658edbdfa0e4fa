import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { readOwnExport, requestOwnExport } from "#domain/privacy/own-data.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { sendPage } from "../responses/send.ts";
import { accountData } from "../views/account/account-data.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import {
  formOf,
  isSignedIn,
  memberPageOf,
  type SignedInPageRequest,
  type OpenPageRequest,
} from "../responses/page-request.ts";

/** /account/data: a copy of the member's data, after they enter their password again. */
export function accountDataPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/account/data", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? show(pageRequest) : askToSignIn(pageRequest);
  });

  app.post("/account/data", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!isSignedIn(pageRequest)) return askToSignIn(pageRequest);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, "/account/data");
    const { context, browser } = pageRequest;
    try {
      const requested = await requestOwnExport(context, { password: form.get("current") ?? "", browser });
      if (!requested) return await show(pageRequest, wrongPassword);
    } catch (error) {
      return show(pageRequest, refusalOf(error, reply));
    }
    return reply.redirect("/account/data", 303);
  });
}

const none: FormRefusal = { status: 200, problems: [] };

async function show(pageRequest: SignedInPageRequest, { status, problems } = none): Promise<FastifyReply> {
  const { context, csrf, session, reply } = pageRequest;
  const { state, url, byteSize, expiresAt } = await perform(readOwnExport, context, {});
  const copy = url === null || byteSize === null || expiresAt === null ? undefined : { url, byteSize, expiresAt };
  const page = memberPageOf(pageRequest, session);
  return sendPage(reply, accountData(page, { csrf, problems, state, copy }), { status });
}
