import type { FastifyInstance } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import {
  markAllNotificationsRead,
  markNotificationRead,
  showInbox,
} from "#domain/messages/notifications/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { sendPage } from "../responses/send.ts";
import { accountNotifications } from "../views/account/account-notifications.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf, memberPageOf, type OpenPageRequest } from "../responses/page-request.ts";

const here = "/account/notifications";
const pageSize = 30;

interface Query {
  after?: string;
  done?: string;
}

/** GET /account/notifications, and marking one or all displayed notifications as read. */
export function accountNotificationPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get<{ Querystring: Query }>(here, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, session, csrf } = pageRequest;
    if (!session) return askToSignIn(pageRequest);
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
    return sendPage(reply, accountNotifications(page, view));
  });

  app.post(`${here}/read`, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return askToSignIn(pageRequest);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, here);
    await perform(markAllNotificationsRead, pageRequest.context, { before: form.get("before") });
    return reply.redirect(`${here}?done=all`, 303);
  });

  app.post<{ Params: { id: string } }>(`${here}/:id/read`, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return askToSignIn(pageRequest);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, here);
    await perform(markNotificationRead, pageRequest.context, { id: request.params.id });
    const after = form.get("after");
    const query = new URLSearchParams({ ...(after !== undefined && { after }), done: "one" });
    return reply.redirect(`${here}?${query.toString()}`, 303);
  });
}
