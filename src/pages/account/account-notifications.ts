import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import {
  markAllNotificationsRead,
  markNotificationRead,
  showInbox,
} from "#domain/messages/notifications/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { accountNotifications } from "../views/account/account-notifications.ts";
import { memberPageOf } from "../responses/page-request.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

const here = "/account/notifications";
const pageSize = 30;

/** GET /account/notifications, and marking one or all displayed notifications as read. */
export function accountNotificationPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, here, async (pageRequest, request) => {
    const { context, session, csrf } = pageRequest;
    const { after, done } = request.query;
    const page = memberPageOf(pageRequest, session);
    const requested = { limit: pageSize, cursor: after, locale: page.locale };
    const { data, page: end, unread } = await perform(showInbox, context, requested);
    const notifications = data.map(({ id, title, body, url, readAt, createdAt }) => ({
      id: formatId("notification", id),
      title,
      body,
      href: url,
      unread: readAt === null,
      at: createdAt,
    }));
    const pages = { first: after && here, next: end.nextCursor ? `${here}?after=${end.nextCursor}` : undefined };
    const marked = (["all", "one"] as const).find((which) => which === done);
    const view = { csrf, notifications, pages, after, anyUnread: unread > 0, readUntil: context.now, marked };
    return accountNotifications(page, view);
  });

  postForm(app, { path: `${here}/read`, formAt: here }, async (pageRequest, form) => {
    await perform(markAllNotificationsRead, pageRequest.context, { before: form.get("before") });
    return pageRequest.reply.redirect(`${here}?done=all`, 303);
  });

  postForm(app, { path: `${here}/:id/read`, formAt: here }, async (pageRequest, form, request) => {
    await perform(markNotificationRead, pageRequest.context, { id: request.params.id });
    const after = form.get("after");
    const query = new URLSearchParams({ ...(after !== undefined && { after }), done: "one" });
    return pageRequest.reply.redirect(`${here}?${query.toString()}`, 303);
  });
}
