import type { FastifyInstance } from "fastify";
import { markAllNotificationsRead, showInbox } from "#domain/notifications/operations.ts";
import { perform } from "#domain/operation.ts";
import { signInFor } from "./return-to.ts";
import { sendPage } from "./send.ts";
import { formOf, pageOf, type StartVisit } from "./visit.ts";
import { accountNotifications } from "./views/account-notifications.ts";

const here = "/account/notifications";
const pageSize = 30;

/** GET /account/notifications, and marking them read. */
export function accountNotificationPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get<{ Querystring: { after?: string; done?: string } }>(here, async (request, reply) => {
    const visitor = await visit(request, reply);
    const { context, session, csrf } = visitor;
    if (!session) return reply.redirect(signInFor(request), 303);
    const { after, done } = request.query;
    const page = pageOf(visitor);
    const asked = { limit: pageSize, cursor: after, locale: page.locale };
    const { data, page: end, unread } = await perform(showInbox, context, asked);
    const notifications = data.map(({ title, body, url, readAt, createdAt }) => ({
      title,
      body,
      href: url,
      unread: readAt === null,
      at: createdAt,
    }));
    const pages = { first: after && here, next: end.nextCursor ? `${here}?after=${end.nextCursor}` : undefined };
    const view = { csrf, notifications, pages, anyUnread: unread > 0, readUntil: context.now, marked: done === "read" };
    const member = { name: session.name, email: session.email };
    return sendPage(reply, accountNotifications({ ...page, member }, view));
  });

  app.post(`${here}/read`, async (request, reply) => {
    const visitor = await visit(request, reply);
    const form = formOf(visitor, csrfKey);
    if (!visitor.session || !form) return reply.redirect(here, 303);
    await perform(markAllNotificationsRead, visitor.context, { before: form.get("before") });
    return reply.redirect(`${here}?done=read`, 303);
  });
}
