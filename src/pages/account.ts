import type { FastifyInstance, FastifyReply } from "fastify";
import { inOrder } from "#access/roles.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { countUnreadNotifications } from "#domain/engagement/notifications/operations.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from "#domain/people/sessions/operations.ts";
import { disconnectApplication, listConnectedApplications } from "#oauth/connected-applications.ts";
import { provenanceOf } from "./client-provenance.ts";
import { deviceName } from "./device-name.ts";
import { sendPage } from "./send.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";
import { account, type Account } from "./views/account.ts";

const notices = ["application_revoked", "session_ended", "others_signed_out", "password_changed"] as const;
type Notice = (typeof notices)[number];

/** The page has two lists with a cursor each. */
interface Query {
  done?: string;
  applications?: string;
  sessions?: string;
}

/** GET /account: account home page, with revocation of apps and sessions. */
export function accountPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get<{ Querystring: Query }>("/account", async (request, reply) => {
    const visitor = await visit(request, reply);
    if (!visitor.session) return reply.redirect("/sign-in?return_to=/account", 303);
    return show(visitor, request.query);
  });

  const action = (url: string, operation: Operation, parameter: string | undefined, done: Notice) =>
    app.post<{ Params: { id?: string } }>(url, async (request, reply) => {
      const visitor = await visit(request, reply);
      if (!visitor.session || !formOf(visitor, csrfKey)) return reply.redirect("/account", 303);
      await perform(operation, visitor.context, parameter ? { [parameter]: request.params.id } : {});
      return reply.redirect(`/account?done=${done}`, 303);
    });

  action("/account/applications/:id/revoke", disconnectApplication, "grantId", "application_revoked");
  action("/account/sessions/:id/revoke", revokeOwnSession, "sessionId", "session_ended");
  action("/account/sessions/revoke-others", revokeOtherSessions, undefined, "others_signed_out");
}

async function show(visitor: Visit, query: Query): Promise<FastifyReply> {
  const { context, csrf, session, reply } = visitor;
  const [applications, sessions, unread, own] = await Promise.all([
    perform(listConnectedApplications, context, part(query.applications)),
    perform(listOwnSessions, context, part(query.sessions)),
    perform(countUnreadNotifications, context, {}),
    findAccount(context.db, session!.accountId),
  ]);
  const view: Account = {
    csrf,
    roles: inOrder(session!.roles),
    access: { verified: Boolean(own?.emailVerifiedAt), mails: context.mail !== undefined },
    unread,
    applications: {
      rows: applications.data.map((application) => ({
        ...application,
        id: formatId("grant", application.id),
        registered: provenanceOf(application),
      })),
      total: applications.page.total!,
      pages: pagesOf("applications", query, applications.page.nextCursor),
    },
    sessions: {
      rows: sessions.data.map(({ id, userAgent, address, authenticatedAt, lastSeenAt }) => ({
        id: formatId("session", id),
        current: id === session!.id,
        device: deviceName(userAgent),
        address,
        signedInAt: authenticatedAt,
        lastSeenAt,
      })),
      total: sessions.page.total!,
      pages: pagesOf("sessions", query, sessions.page.nextCursor),
    },
    notice: notices.find((notice) => notice === query.done),
  };
  const page = { ...pageOf(visitor), member: { name: session!.name, email: session!.email } };
  return sendPage(reply, account(page, view));
}

const part = (cursor: string | undefined) => ({ limit: 50, includeTotal: true, cursor });

const pagesOf = (list: "applications" | "sessions", query: Query, next: string | null) => ({
  first: query[list] === undefined ? undefined : `/account#${list}`,
  next: next === null ? undefined : `/account?${list}=${next}#${list}`,
});
