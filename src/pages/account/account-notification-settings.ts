import type { FastifyInstance } from "fastify";
import { findAccount } from "#domain/people/accounts/queries.ts";
import {
  addMyDevice,
  listNotificationSubscriptions,
  removeMyDevice,
  showMyDevice,
  updateNotificationSubscription,
} from "#domain/messages/notifications/subscription-operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { memberRoutes, memberScriptRoutes, refuseScript } from "../sign-in/member-routes.ts";
import { sendJson } from "../responses/send-json.ts";
import { withWorker } from "../responses/student-policy.ts";
import { sendPage } from "../responses/send.ts";
import { accountNotificationSettings } from "../views/account/account-notification-settings.ts";
import { memberPageOf, type OpenPageRequest } from "../responses/page-request.ts";

const here = "/account/notifications/settings";

/** GET and POST /account/notifications/settings: notification topics and channels of a member. */
export function accountNotificationSettingsPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = memberRoutes(openPageRequest);
  getPage(app, here, async (pageRequest, request) => {
    const { context, session, csrf, reply } = pageRequest;
    const [{ data }, device, account] = await Promise.all([
      perform(listNotificationSubscriptions, context, {}),
      perform(showMyDevice, context, {}),
      findAccount(context.db, session.accountId),
    ]);
    const unverified = account?.emailVerifiedAt ? undefined : ("unverified" as const);
    const noMail = context.mail ? unverified : ("noMail" as const);
    const view = {
      csrf,
      choices: data,
      noMail,
      saved: request.query.done === "saved",
      device: device && { isOn: device.isOn, senderKey: device.senderKey.toString("base64url") },
    };
    const content = device ? withWorker([], context.site) : [];
    return sendPage(reply, accountNotificationSettings(memberPageOf(pageRequest, session), view), { content });
  });

  /** For the script of the page: this browser shows notifications from now on, or no longer. */
  const device = { path: "/account/notifications/device", stale: refuseScript } as const;
  memberScriptRoutes(openPageRequest).postForm(app, device, async ({ context, reply }, form) => {
    const [endpoint, p256dh, auth] = [form.get("endpoint"), form.get("p256dh"), form.get("auth")];
    if (form.get("act") === "off") await perform(removeMyDevice, context, {});
    else await perform(addMyDevice, context, { endpoint, p256dh, auth });
    return sendJson(reply, {});
  });

  postForm(app, here, async ({ context, reply }, form) => {
    const { data } = await perform(listNotificationSubscriptions, context, {});
    for (const { id, topic, channel, enabled, required } of data) {
      const requested = form.get(id) === "on";
      if (required || requested === enabled) continue;
      await perform(updateNotificationSubscription, context, { topic, channel, enabled: requested });
    }
    return reply.redirect(`${here}?done=saved`, 303);
  });
}
