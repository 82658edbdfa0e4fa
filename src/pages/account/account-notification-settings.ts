import type { FastifyInstance } from "fastify";
import { findAccount } from "#domain/people/accounts/queries.ts";
import {
  listNotificationSubscriptions,
  updateNotificationSubscription,
} from "#domain/messages/notifications/subscription-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { sendPage } from "../responses/send.ts";
import { accountNotificationSettings } from "../views/account/account-notification-settings.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf, memberPageOf, type OpenPageRequest } from "../responses/page-request.ts";

const here = "/account/notifications/settings";

/** GET and POST /account/notifications/settings: notification topics and channels of a member. */
export function accountNotificationSettingsPages(
  app: FastifyInstance,
  openPageRequest: OpenPageRequest,
  csrfKey: Buffer,
): void {
  app.get<{ Querystring: { done?: string } }>(here, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, session, csrf } = pageRequest;
    if (!session) return askToSignIn(pageRequest, csrfKey);
    const [{ data }, account] = await Promise.all([
      perform(listNotificationSubscriptions, context, {}),
      findAccount(context.db, session.accountId),
    ]);
    const unverified = account?.emailVerifiedAt ? undefined : ("unverified" as const);
    const noMail = context.mail ? unverified : ("noMail" as const);
    const view = { csrf, choices: data, noMail, saved: request.query.done === "saved" };
    return sendPage(reply, accountNotificationSettings(memberPageOf(pageRequest, session), view));
  });

  app.post(here, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, session } = pageRequest;
    if (!session) return askToSignIn(pageRequest, csrfKey);
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, here);
    const { data } = await perform(listNotificationSubscriptions, context, {});
    for (const { id, topic, channel, enabled, required } of data) {
      const requested = form.get(id) === "on";
      if (required || requested === enabled) continue;
      await perform(updateNotificationSubscription, context, { topic, channel, enabled: requested });
    }
    return reply.redirect(`${here}?done=saved`, 303);
  });
}
