import assert from "node:assert/strict";
import { explorerScript } from "#pages/explorer/explorer-script.ts";
import { explorerStyle } from "#pages/explorer/explorer-style.ts";
import { hlsLibrary } from "#pages/learn/hls-library.ts";
import { playerScript } from "#pages/learn/player-script.ts";
import { stylesheet } from "#pages/views/stylesheet.ts";
import type { InhabitedSite } from "../inhabited-site.ts";
import {
  adminAction,
  adminPage,
  application,
  auditLog,
  changeOfSomeone,
  courseFigures,
  decisionOnRequest,
  decisionOnReview,
  documented,
  registered,
  reviewToDecide,
  someone,
  webhook,
} from "./administrators.ts";
import { type Answers, type Attempt, cookiesOf } from "./attempt.ts";
import { accountForm, askForMail, mailedLink } from "./getting-in.ts";
import {
  accountAction,
  accountPage,
  authorize,
  consent,
  consentPage,
  logo,
  signIn,
  signInPage,
  signOut,
} from "./people.ts";
import { agentAttempts } from "./agents.ts";
import { explorer } from "./explorer.ts";
import { forms } from "./forms.ts";
import { certificate, certificateNumber, lesson, lessonAction } from "./learning.ts";
import { jobResult, privateFile, productDownload } from "./files.ts";
import { notificationAttempts } from "./notifications.ts";
import { memberApi } from "./member.ts";
import { operatorAttempts } from "./operator.ts";
import { publicAttempts } from "./public.ts";
import { resourceAttempts } from "./resources.ts";
import {
  logout,
  logoutConfirmation,
  logoutPage,
  mailbox,
  selectAccount,
  selectAccountPage,
} from "./authorization-pages.ts";
import { checkoutAttempts } from "./checkout.ts";
import { selfServiceAttempts } from "./self-service.ts";
import { absent, bearerRefused, introspect, preflight, register, revoke, sameForAll, token } from "./programs.ts";

/** The attempts for each route, by the names of the router. */
export const attempts: Record<string, Attempt> = {
  "GET /healthz": sameForAll("/healthz"),
  "GET /readyz": sameForAll("/readyz"),
  "GET /.well-known/oauth-authorization-server": sameForAll("/.well-known/oauth-authorization-server"),
  "OPTIONS /.well-known/oauth-authorization-server": preflight("/.well-known/oauth-authorization-server"),
  "GET /.well-known/oauth-authorization-server/*": absent("/.well-known/oauth-authorization-server/mcp"),
  "OPTIONS /.well-known/oauth-authorization-server/*": preflight("/.well-known/oauth-authorization-server/mcp"),
  "GET /.well-known/openid-configuration": sameForAll("/.well-known/openid-configuration"),
  "OPTIONS /.well-known/openid-configuration": preflight("/.well-known/openid-configuration"),
  "GET /.well-known/openid-configuration/*": absent("/.well-known/openid-configuration/mcp"),
  "OPTIONS /.well-known/openid-configuration/*": preflight("/.well-known/openid-configuration/mcp"),
  "GET /.well-known/oauth-protected-resource": sameForAll("/.well-known/oauth-protected-resource"),
  "OPTIONS /.well-known/oauth-protected-resource": preflight("/.well-known/oauth-protected-resource"),
  "GET /.well-known/oauth-protected-resource/*": absent("/.well-known/oauth-protected-resource/mcp"),
  "OPTIONS /.well-known/oauth-protected-resource/*": preflight("/.well-known/oauth-protected-resource/mcp"),
  "GET /api/oauth/jwks": async (there, { site }) => {
    const [keys, foreign] = await Promise.all([site.get("/api/oauth/jwks"), there.site.get("/api/oauth/jwks")]);
    for (const { kid } of foreign.json<{ keys: { kid: string }[] }>().keys) assert.ok(!keys.body.includes(kid));
    return [keys];
  },
  "OPTIONS /api/oauth/jwks": preflight("/api/oauth/jwks"),
  "POST /api/oauth/token": token,
  "OPTIONS /api/oauth/token": preflight("/api/oauth/token"),
  "POST /api/oauth/revoke": revoke,
  "OPTIONS /api/oauth/revoke": preflight("/api/oauth/revoke"),
  "POST /api/oauth/introspect": introspect,
  "GET /api/oauth/userinfo": bearerRefused("GET", "/api/oauth/userinfo"),
  "POST /api/oauth/userinfo": bearerRefused("POST", "/api/oauth/userinfo"),
  "OPTIONS /api/oauth/userinfo": preflight("/api/oauth/userinfo"),
  "POST /api/oauth/register": register,
  "OPTIONS /api/oauth/register": preflight("/api/oauth/register"),
  "POST /member/graphql": memberApi,
  "OPTIONS /member/graphql": preflight("/member/graphql"),
  ...operatorAttempts(),
  ...agentAttempts,
  "GET /oauth/authorize": authorize("GET"),
  "POST /oauth/authorize": authorize("POST"),
  ...publicAttempts,
  ...resourceAttempts,
  ...selfServiceAttempts,
  ...checkoutAttempts,
  [`GET ${stylesheet.path}`]: sameForAll(stylesheet.path),
  "GET /sign-in": signInPage,
  "POST /sign-in": signIn,
  "POST /sign-out": signOut,
  "GET /sign-up": sameForAll("/sign-up"),
  "POST /sign-up": askForMail("/sign-up"),
  "GET /sign-up/confirm": mailedLink("GET", "/sign-up/confirm", "sign_up"),
  "POST /sign-up/confirm": mailedLink("POST", "/sign-up/confirm", "sign_up"),
  "GET /invitation": mailedLink("GET", "/invitation", "invitation"),
  "POST /invitation": mailedLink("POST", "/invitation", "invitation"),
  "GET /password/forgotten": sameForAll("/password/forgotten"),
  "POST /password/forgotten": askForMail("/password/forgotten"),
  "GET /password/new": mailedLink("GET", "/password/new", "set_password"),
  "POST /password/new": mailedLink("POST", "/password/new", "set_password"),
  "GET /email/confirm": mailedLink("GET", "/email/confirm", "verify_email", "change_email"),
  "POST /email/confirm": mailedLink("POST", "/email/confirm", "verify_email", "change_email"),
  "GET /sender/confirm": mailedLink("GET", "/sender/confirm", "verify_sender"),
  "POST /sender/confirm": mailedLink("POST", "/sender/confirm", "verify_sender"),
  "GET /dev/mail": mailbox,
  "GET /oauth/logout": logoutPage,
  "POST /oauth/logout": logout,
  "POST /oauth/logout/confirm": logoutConfirmation,
  "GET /select-account": selectAccountPage,
  "POST /select-account": selectAccount,
  "GET /consent": consentPage,
  "POST /consent": consent,
  "GET /account": accountPage("/account"),
  "POST /account/applications/:id/revoke": accountAction(({ grant }) => `/account/applications/${grant}/revoke`, true),
  "POST /account/sessions/:id/revoke": accountAction(({ session }) => `/account/sessions/${session}/revoke`, true),
  "POST /account/sessions/revoke-others": accountAction(() => "/account/sessions/revoke-others", false),
  "GET /account/email": accountPage("/account/email"),
  "POST /account/profile": accountForm("/account/profile", "/account", 403),
  "POST /account/picture/remove": accountForm("/account/picture/remove", "/account", 403),
  "POST /account/email": accountForm("/account/email", "/account/email", 403),
  "POST /account/email/verify": accountForm("/account/email/verify", "/account", 403),
  "GET /account/password": accountPage("/account/password"),
  "POST /account/password": accountForm("/account/password", "/account/password", 403),
  "GET /account/data": accountPage("/account/data"),
  "POST /account/data": accountForm("/account/data", "/account/data", 403),
  "GET /account/notifications": accountPage("/account/notifications"),
  "POST /account/notifications/read": accountAction(() => "/account/notifications/read", false),
  "GET /account/notifications/settings": accountPage("/account/notifications/settings"),
  "POST /account/notifications/settings": accountAction(() => "/account/notifications/settings", false),
  ...notificationAttempts,
  "GET /member/explorer": explorer(""),
  "GET /member/explorer/assets/:file": explorer("/assets/ruru.css"),
  [`GET ${explorerScript.path}`]: explorer(explorerScript.path.replace("/member/explorer", "")),
  [`GET ${explorerStyle.path}`]: explorer(explorerStyle.path.replace("/member/explorer", "")),
  "GET /certificates": certificateNumber,
  "GET /certificates/:serial": certificate(""),
  "GET /certificates/:serial/pdf": certificate("/pdf"),
  "GET /learn": accountPage("/learn"),
  "GET /learn/:course": lesson(({ course }) => course),
  "GET /learn/:course/review": lesson(({ course }) => `${course}/review`),
  "POST /learn/:course/review": lessonAction(({ course }) => `${course}/review`, { forged: 403, signedOut: 303 }),
  "POST /learn/:course/review/withdraw": lessonAction(({ course }) => `${course}/review/withdraw`, {
    forged: 403,
    signedOut: 303,
  }),
  "GET /learn/:course/:lecture": lesson(({ lecture }) => lecture),
  "POST /learn/:course/:lecture/quiz": lessonAction(({ lecture }) => `${lecture}/quiz`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/answers": lessonAction(({ lecture }) => `${lecture}/answers`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/work": lessonAction(({ lecture }) => `${lecture}/work`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/done": lessonAction(({ lecture }) => `${lecture}/done`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/progress": lessonAction(({ lecture }) => `${lecture}/progress`, {
    forged: 403,
    signedOut: 401,
  }),
  [`GET ${hlsLibrary.path}`]: sameForAll(hlsLibrary.path),
  [`GET ${playerScript.path}`]: sameForAll(playerScript.path),
  "GET /clients/:id/logo": logo,
  "GET /files/:id": privateFile(""),
  "GET /files/:id/:variant": privateFile("/small"),
  "GET /job-results/:id": jobResult,
  "GET /admin": adminPage(() => "/admin"),
  "GET /admin/analytics": adminPage(() => "/admin/analytics?period=12m"),
  "GET /admin/analytics/metrics/:metric": adminPage(() => "/admin/analytics/metrics/enrollments?by=course"),
  "GET /admin/analytics/courses": adminPage(() => "/admin/analytics/courses"),
  "GET /admin/analytics/courses/:id": courseFigures,
  "GET /admin/analytics/revenue": adminPage(() => "/admin/analytics/revenue?by=product"),
  "GET /admin/analytics/subscriptions": adminPage(() => "/admin/analytics/subscriptions"),
  "GET /admin/members": adminPage(() => "/admin/members"),
  "GET /admin/members/:id": someone,
  "POST /admin/members/:id/roles": changeOfSomeone("/roles"),
  "POST /admin/members/:id/suspend": changeOfSomeone("/suspend"),
  "POST /admin/members/:id/unsuspend": changeOfSomeone("/unsuspend"),
  "POST /admin/members/:id/sessions": changeOfSomeone("/sessions"),
  "GET /admin/enrollment": adminPage(() => "/admin/enrollment"),
  "POST /admin/enrollment": adminAction(() => "/admin/enrollment"),
  "POST /admin/enrollment/:id": decisionOnRequest,
  "GET /admin/reviews": adminPage(() => "/admin/reviews?status=all"),
  "POST /admin/reviews": adminAction(() => "/admin/reviews"),
  "GET /admin/reviews/:id": reviewToDecide,
  "POST /admin/reviews/:id": decisionOnReview,
  "GET /admin/settings/mail": adminPage(() => "/admin/settings/mail"),
  "POST /admin/settings/mail": adminAction(() => "/admin/settings/mail"),
  "GET /admin/settings/beta-features": adminPage(() => "/admin/settings/beta-features"),
  "GET /downloads/:grantId/:fileId": productDownload,
  "POST /admin/settings/beta-features": adminAction(() => "/admin/settings/beta-features"),
  "GET /admin/developers/applications": adminPage(() => "/admin/developers/applications"),
  "GET /admin/developers/applications/new": adminPage(() => "/admin/developers/applications/new"),
  "POST /admin/developers/applications/new": adminAction(() => "/admin/developers/applications/new?audience=member"),
  "GET /admin/developers/applications/:id": adminPage(application(""), { notFound: true }),
  "GET /admin/developers/applications/:id/edit": adminPage(application("/edit"), { notFound: true }),
  "POST /admin/developers/applications/:id/edit": adminAction(application("/edit"), { notFound: true }),
  "GET /admin/developers/applications/:id/secret": adminPage(application("/secret"), { notFound: true }),
  "POST /admin/developers/applications/:id/secret": adminAction(application("/secret"), { notFound: true }),
  "GET /admin/developers/applications/:id/delete": adminPage(application("/delete"), { notFound: true }),
  "POST /admin/developers/applications/:id/delete": adminAction(application("/delete"), { notFound: true }),
  "GET /admin/developers/integrations": adminPage(() => "/admin/developers/integrations"),
  "POST /admin/developers/integrations/:slug/enable": adminAction(() => "/admin/developers/integrations/claude/enable"),
  "POST /admin/developers/integrations/:slug/disable": adminAction(() => "/admin/developers/integrations/n8n/disable"),
  "GET /admin/developers/documents": adminPage(() => "/admin/developers/documents"),
  "POST /admin/developers/documents": adminAction(() => "/admin/developers/documents", { fields: { open: "on" } }),
  "GET /admin/developers/documents/:id": adminPage(documented(""), { notFound: true }),
  "GET /admin/developers/documents/:id/review": adminPage(documented("/review?decision=approved"), { notFound: true }),
  "POST /admin/developers/documents/:id/review": adminAction(documented("/review?decision=approved"), {
    notFound: true,
  }),
  "GET /admin/developers/documents/:id/block": adminPage(documented("/block"), { notFound: true }),
  "POST /admin/developers/documents/:id/block": adminAction(documented("/block"), { notFound: true }),
  "POST /admin/developers/documents/:id/unblock": adminAction(documented("/unblock"), { notFound: true }),
  "GET /admin/developers/documents/:id/forget": adminPage(documented("/forget"), { notFound: true }),
  "POST /admin/developers/documents/:id/forget": adminAction(documented("/forget"), { notFound: true }),
  "GET /admin/developers/registered": adminPage(() => "/admin/developers/registered"),
  "GET /admin/developers/registered/:id/delete": adminPage(registered, { notFound: true }),
  "POST /admin/developers/registered/:id/delete": adminAction(registered, { notFound: true }),
  "GET /admin/webhooks": adminPage(() => "/admin/webhooks"),
  "GET /admin/webhooks/new": adminPage(() => "/admin/webhooks/new"),
  "POST /admin/webhooks/new": adminAction(() => "/admin/webhooks/new"),
  "GET /admin/webhooks/:id": adminPage(webhook(""), { notFound: true }),
  "POST /admin/webhooks/:id/test": adminAction(webhook("/test"), { notFound: true }),
  "POST /admin/webhooks/:id/enable": adminAction(webhook("/enable"), { notFound: true }),
  "POST /admin/webhooks/:id/disable": adminAction(webhook("/disable"), { notFound: true }),
  "POST /admin/webhooks/:id/again": adminAction(webhook("/again"), { notFound: true }),
  "GET /admin/webhooks/:id/secret": adminPage(webhook("/secret"), { notFound: true }),
  "POST /admin/webhooks/:id/secret": adminAction(webhook("/secret"), { notFound: true }),
  "GET /admin/webhooks/:id/delete": adminPage(webhook("/delete"), { notFound: true }),
  "POST /admin/webhooks/:id/delete": adminAction(webhook("/delete"), { notFound: true }),
  "GET /admin/security/signing": adminPage(() => "/admin/security/signing"),
  "POST /admin/security/signing": adminAction(() => "/admin/security/signing", { fields: { signing: "off" } }),
  "POST /admin/security/signing/rotate": adminAction(() => "/admin/security/signing/rotate"),
  "POST /admin/security/signing/withdraw": adminAction(() => "/admin/security/signing/withdraw"),
  "GET /admin/security/limits": adminPage(() => "/admin/security/limits"),
  "POST /admin/security/limits": adminAction(() => "/admin/security/limits"),
  "GET /admin/security/audit-log": auditLog,
  ...forms,
  "GET /docs/errors": sameForAll("/docs/errors"),
  "GET /docs/errors/:code": sameForAll("/docs/errors/invalid_grant"),
};

/** Everything of the other site at once, without knowing what the route is for. */
export async function sweep(route: string, there: InhabitedSite, { site }: InhabitedSite): Answers {
  const [method, pattern] = route.split(" ") as ["GET" | "POST" | "OPTIONS", string];
  const headers = { cookie: cookiesOf(there.browser), accept: "text/html", referer: there.site.origin };
  const clients = [there.client.clientId, there.registered, there.documented];
  const ids = [there.grant, there.session, there.authorization, ...clients];
  const urls = pattern.includes(":") ? ids.map((id) => pattern.replaceAll(/:\w+/g, id)) : [pattern];
  const bearer = there.tokens.access_token;
  return Promise.all(
    urls.map((url) => site.request(method, `${url}?authorization=${there.authorization}`, { headers, bearer })),
  );
}
