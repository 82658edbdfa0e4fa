import type { FastifyReply } from "fastify";
import { newSecret, uriOfSecret } from "#domain/people/second-factors/authenticator-app.ts";
import { addAuthenticatorApp, showOwnFactors } from "#domain/people/second-factors/factor-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { memberPageOf, type SignedInPageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { type AppProblem, setUpApp } from "../../views/account/security/set-up-app.ts";
import { openNewApp, sealNewApp } from "./new-app.ts";
import type { confirmedPages } from "./own-page.ts";
import { showCodes } from "./show-codes.ts";

const path = "/account/security/app";

/** /account/security/app: sets up an authenticator app. */
export function appPages(pages: ReturnType<typeof confirmedPages>): void {
  pages(path, {
    async show(pageRequest) {
      const { hasApp } = await perform(showOwnFactors, pageRequest.context, {});
      return show(pageRequest, { secret: await newSecret(), problem: hasApp ? "already" : undefined });
    },
    async submit(pageRequest, form) {
      const { context, reply } = pageRequest;
      const secret = openNewApp(pageRequest, form.get("app"));
      if (secret === undefined) {
        return show(pageRequest, { secret: await newSecret(), problem: "ended", status: 403 });
      }
      try {
        const { codes } = await perform(addAuthenticatorApp, context, { secret, code: form.get("code") ?? "" });
        return codes.length > 0 ? showCodes(pageRequest, codes) : await reply.redirect("/account/security", 303);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === "already_exists") return show(pageRequest, { secret, problem: "already", status: 409 });
        if (error.code !== "validation_failed") throw error;
        return show(pageRequest, { secret, problem: "wrong", status: 422 });
      }
    },
  });
}

interface Shown {
  secret: string;
  problem: AppProblem | undefined;
  status?: number;
}

async function show(pageRequest: SignedInPageRequest, { secret, problem, status = 200 }: Shown): Promise<FastifyReply> {
  const { context, csrf, reply, session } = pageRequest;
  const view = {
    csrf,
    sealed: sealNewApp(pageRequest, secret),
    secret,
    uri: await uriOfSecret(secret, context.site, session.email),
    problem,
  };
  return sendPage(reply, setUpApp(memberPageOf(pageRequest, session), view), { status });
}
