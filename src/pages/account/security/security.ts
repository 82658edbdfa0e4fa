import type { FastifyInstance, FastifyReply } from "fastify";
import {
  removeAuthenticatorApp,
  replaceOwnRecoveryCodes,
  showOwnFactors,
} from "#domain/people/second-factors/factor-operations.ts";
import { policyOf } from "#access/factor-policy.ts";
import { offersPasskeys } from "#domain/people/second-factors/passkey-options.ts";
import { listOwnPasskeys } from "#domain/people/second-factors/passkey-operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import {
  isSignedIn,
  memberPageOf,
  type OpenPageRequest,
  type SignedInPageRequest,
} from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { askToSignIn } from "../../sign-in/ask-to-sign-in.ts";
import { removeFactor, replaceCodes } from "../../views/account/security/questions.ts";
import { security, securityNotices } from "../../views/account/security/security.ts";
import { appPages } from "./app.ts";
import { confirmedPages, isRequired } from "./own-page.ts";
import { passkeyPages } from "./passkeys.ts";
import { showCodes } from "./show-codes.ts";

const path = "/account/security";

/** /account/security: how the person signs in besides the password. */
export function securityPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get<{ Querystring: { done?: string } }>(path, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!isSignedIn(pageRequest)) return askToSignIn(pageRequest);
    return showSecurity(pageRequest, request.query.done);
  });

  const pages = confirmedPages(app, openPageRequest);
  appPages(pages);
  passkeyPages(pages);

  pages(`${path}/app/remove`, {
    async show(pageRequest) {
      const isLast = (await perform(showOwnFactors, pageRequest.context, {})).passkeys === 0;
      const action = `${path}/app/remove`;
      const view = { csrf: pageRequest.csrf, action, name: undefined, isLast, isRequired: isRequired(pageRequest) };
      return sendPage(pageRequest.reply, removeFactor(memberPageOf(pageRequest, pageRequest.session), view));
    },
    async submit({ context, reply }) {
      await perform(removeAuthenticatorApp, context, {});
      return reply.redirect(`${path}?done=app_removed`, 303);
    },
  });

  pages(`${path}/recovery-codes`, {
    show: async (pageRequest) =>
      sendPage(
        pageRequest.reply,
        replaceCodes(memberPageOf(pageRequest, pageRequest.session), { csrf: pageRequest.csrf }),
      ),
    async submit(pageRequest) {
      const { codes } = await perform(replaceOwnRecoveryCodes, pageRequest.context, {});
      return showCodes(pageRequest, codes);
    },
  });
}

async function showSecurity(pageRequest: SignedInPageRequest, done: string | undefined): Promise<FastifyReply> {
  const { context, reply, session } = pageRequest;
  const [factors, { passkeys }] = await Promise.all([
    perform(showOwnFactors, context, {}),
    perform(listOwnPasskeys, context, {}),
  ]);
  const view = {
    ...factors,
    passkeys: passkeys.map((passkey) => ({ ...passkey, id: formatId("passkey", passkey.id) })),
    offersPasskeys: offersPasskeys(context),
    isOffered: policyOf(context.site.settings, session.roles) !== "off",
    notice: securityNotices.find((notice) => notice === done),
  };
  return sendPage(reply, security(memberPageOf(pageRequest, session), view));
}
