import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { readOwnExport, requestOwnExport } from "#domain/privacy/own-data.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "../forms/form-refusal.ts";
import { sendPage } from "../responses/send.ts";
import { accountData } from "../views/account/account-data.ts";
import { memberPageOf, type SignedInPageRequest } from "../responses/page-request.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

/** /account/data: a copy of the member's data, after they enter their password again. */
export function accountDataPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, "/account/data", (pageRequest) => show(pageRequest));

  postForm(app, "/account/data", async (pageRequest, form) => {
    const { context, browser } = pageRequest;
    try {
      const requested = await requestOwnExport(context, { password: form.get("current") ?? "", browser });
      if (!requested) return await show(pageRequest, wrongPassword);
    } catch (error) {
      return show(pageRequest, refusalOf(error, pageRequest.reply));
    }
    return pageRequest.reply.redirect("/account/data", 303);
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
