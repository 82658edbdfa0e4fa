import type { FastifyInstance, FastifyReply } from "fastify";
import { hasTwoFactors } from "#access/authentication-methods.ts";
import { inOrder } from "#access/roles.ts";
import { policyOf } from "#access/factor-policy.ts";
import { listProviders } from "#domain/people/identity-providers/queries.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { countUnreadNotifications } from "#domain/messages/notifications/operations.ts";
import { getOwnProfile } from "#domain/people/members/profile/own-profile.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { listOwnSessions, revokeOtherSessions, revokeOwnSession } from "#domain/people/sessions/operations.ts";
import { totalOf } from "#domain/platform/listing/listing.ts";
import { disconnectApplication, listConnectedApplications } from "#oauth/connected-applications.ts";
import type { FormRefusal } from "../forms/form-refusal.ts";
import { provenanceOf } from "../authorization/client-provenance.ts";
import { deviceName } from "#lib/text/device-name.ts";
import type { RouteRequest } from "../responses/page-routes.ts";
import { memberRoutes } from "../sign-in/member-routes.ts";
import { sendPage } from "../responses/send.ts";
import { isSignedIn, memberPageOf, type SignedInPageRequest, type OpenPageRequest } from "../responses/page-request.ts";
import { account, type Account } from "../views/account/account.ts";

const notices = [
  "application_revoked",
  "session_ended",
  "others_signed_out",
  "password_changed",
  "profile_saved",
  "picture_removed",
  "time_zone_saved",
] as const;
type Notice = (typeof notices)[number];

/** The page has two lists with a cursor each. */
interface Query {
  done?: string;
  applications?: string;
  sessions?: string;
}

/** GET /account: account home page, with revocation of apps and sessions. */
export function accountPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get<{ Querystring: Query }>("/account", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!isSignedIn(pageRequest)) return reply.redirect("/sign-in?return_to=/account", 303);
    return showAccount(pageRequest, request.query);
  });

  const { postForm } = memberRoutes(openPageRequest);
  const action = <Path extends string>(
    path: Path,
    operation: Operation,
    inputOf: (params: RouteRequest<Path>["params"]) => object,
    done: Notice,
  ) =>
    postForm(app, { path, formAt: "/account" }, async ({ context, reply }, _form, { params }) => {
      await perform(operation, context, inputOf(params));
      return reply.redirect(`/account?done=${done}`, 303);
    });

  const applications = "/account/applications/:id/revoke";
  action(applications, disconnectApplication, ({ id }) => ({ grantId: id }), "application_revoked");
  action("/account/sessions/:id/revoke", revokeOwnSession, ({ id }) => ({ sessionId: id }), "session_ended");
  action("/account/sessions/revoke-others", revokeOtherSessions, () => ({}), "others_signed_out");
}

/** Why a change of the profile was rejected, and the name that was typed. */
interface RefusedProfile extends FormRefusal {
  name?: string | undefined;
}

export async function showAccount(
  pageRequest: SignedInPageRequest,
  query: Query,
  { status, problems, name }: RefusedProfile = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { context, csrf, session, reply } = pageRequest;
  const [profile, applications, sessions, unread, own, providers] = await Promise.all([
    perform(getOwnProfile, context, {}),
    perform(listConnectedApplications, context, part(query.applications)),
    perform(listOwnSessions, context, part(query.sessions)),
    perform(countUnreadNotifications, context, {}),
    findAccount(context.db, session.accountId),
    listProviders(context),
  ]);
  const view: Account = {
    csrf,
    profile: { name: name ?? profile.name ?? "", picture: profile.pictureUrl, problems },
    roles: inOrder(session.roles),
    access: {
      verified: Boolean(own?.emailVerifiedAt),
      mails: context.mail !== undefined,
      providers: providers.some(({ active }) => active),
      offersFactors: policyOf(context.site.settings, session.roles) !== "off" || hasTwoFactors(session.amr),
    },
    unread,
    timeZone: { own: profile.timeZone, ofSchool: pageRequest.shell?.school.timeZone ?? pageRequest.timeZone },
    applications: {
      rows: applications.data.map((application) => ({
        ...application,
        id: formatId("grant", application.id),
        registered: provenanceOf(application),
      })),
      total: totalOf(applications),
      pages: pagesOf("applications", query, applications.page.nextCursor),
    },
    sessions: {
      rows: sessions.data.map(({ id, userAgent, address, authenticatedAt, lastSeenAt }) => ({
        id: formatId("session", id),
        current: id === session.id,
        device: deviceName(userAgent),
        address,
        signedInAt: authenticatedAt,
        lastSeenAt,
      })),
      total: totalOf(sessions),
      pages: pagesOf("sessions", query, sessions.page.nextCursor),
    },
    notice: notices.find((notice) => notice === query.done),
  };
  const page = memberPageOf(pageRequest, session);
  return sendPage(reply, account(page, view), { status });
}

const part = (cursor: string | undefined) => ({ limit: 50, includeTotal: true, cursor });

const pagesOf = (list: "applications" | "sessions", query: Query, next: string | null) => ({
  first: query[list] === undefined ? undefined : `/account#${list}`,
  next: next === null ? undefined : `/account?${list}=${next}#${list}`,
});
