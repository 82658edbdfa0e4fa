import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { readOwnExport, requestOwnExport } from "#domain/people/privacy/own-data.ts";
import { askToSignIn } from "./ask-to-sign-in.ts";
import { type FormRefusal, refusalOf, wrongPassword } from "./form-refusal.ts";
import { sendPage } from "./send.ts";
import { accountData } from "./views/account-data.ts";
import { sendStaleForm } from "./stale-form.ts";
import { formOf, isSignedIn, pageOf, type SignedInVisit, type StartVisit } from "./visit.ts";

/** /account/data: a copy of the member's data, after they enter their password again. */
export function accountDataPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/account/data", async (request, reply) => {
    const visitor = await visit(request, reply);
    return isSignedIn(visitor) ? show(visitor) : askToSignIn(visitor, csrfKey);
  });

  app.post("/account/data", async (request, reply) => {
    const visitor = await visit(request, reply);
    if (!isSignedIn(visitor)) return askToSignIn(visitor, csrfKey);
    const form = formOf(visitor, csrfKey);
    if (!form) return sendStaleForm(visitor, "/account/data");
    const { context, browser } = visitor;
    try {
      const requested = await requestOwnExport(context, { password: form.get("current") ?? "", browser });
      if (!requested) return await show(visitor, wrongPassword);
    } catch (error) {
      return show(visitor, refusalOf(error, reply));
    }
    return reply.redirect("/account/data", 303);
  });
}

const none: FormRefusal = { status: 200, problems: [] };

async function show(visitor: SignedInVisit, { status, problems } = none): Promise<FastifyReply> {
  const { context, csrf, session, reply } = visitor;
  const { state, url, byteSize, expiresAt } = await perform(readOwnExport, context, {});
  const copy = url === null || byteSize === null || expiresAt === null ? undefined : { url, byteSize, expiresAt };
  const page = { ...pageOf(visitor), member: { name: session.name, email: session.email } };
  return sendPage(reply, accountData(page, { csrf, problems, state, copy }), { status });
}
