import assert from "node:assert/strict";
import { identityProviderAttempts } from "./identity-providers.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import { hlsLibrary } from "#pages/learn/hls-library.ts";
import { inter, interExtended } from "#pages/fonts/inter.ts";
import { stylesheets } from "#pages/views/styles/stylesheet.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { adminAttempts } from "./admin-area.ts";
import { type Answers, type Attempt, cookiesOf } from "./attempt.ts";
import { choosingLanguage } from "./preferences.ts";
import { askForCode, codeLink, enterCodePage, enterDigits } from "./sign-in-codes.ts";
import { accountForm, askForMail, mailedLink } from "./sign-up.ts";
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
  signOutPage,
} from "./people.ts";
import { agentAttempts } from "./agents.ts";
import { docsAttempts } from "./docs.ts";
import { forms } from "./forms.ts";
import {
  badgeDocument,
  badgeKey,
  certificate,
  certificateNumber,
  foreignAttempt,
  lesson,
  lessonAction,
} from "./learning.ts";
import { engagementAttempts } from "./engagements.ts";
import { includedDownload, jobResult, privateFile, productDownload } from "./files.ts";
import { noteAttempts } from "./notes.ts";
import { offlineAttempts } from "./offline.ts";
import { notificationAttempts } from "./notifications.ts";
import { memberApi } from "./member.ts";
import { operatorAttempts } from "./operator.ts";
import { publicAttempts } from "./public.ts";
import {
  logout,
  logoutConfirmation,
  logoutPage,
  developmentPage,
  selectAccount,
  selectAccountPage,
} from "./authorization-pages.ts";
import { checkoutAttempts } from "./checkout.ts";
import { scimAttempts } from "./scim.ts";
import { secondFactorAttempts } from "./second-factors.ts";
import { selfServiceAttempts } from "./self-service.ts";
import { absent, bearerRefused, introspect, preflight, register, revoke, sameForAll, token } from "./programs.ts";
import { suppressionAttempts } from "./suppressed-addresses.ts";

/** Descriptions of the MCP server for hosts and registries. */
const serverCards = [
  "/.well-known/mcp",
  "/.well-known/mcp.json",
  "/.well-known/mcp/server-card.json",
  "/mcp/server-card",
  "/server.json",
];

/** The attempts for each route, by the names of the router. */
export const attempts: Record<string, Attempt> = {
  ...Object.fromEntries(
    serverCards.flatMap((path) => [
      [`GET ${path}`, sameForAll(path)],
      [`OPTIONS ${path}`, preflight(path)],
    ]),
  ),
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
  "GET /.well-known/oauth-protected-resource/mcp": sameForAll("/.well-known/oauth-protected-resource/mcp"),
  "OPTIONS /.well-known/oauth-protected-resource/mcp": preflight("/.well-known/oauth-protected-resource/mcp"),
  "GET /.well-known/oauth-protected-resource/*": absent("/.well-known/oauth-protected-resource/api"),
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
  "GET /member/graphql": bearerRefused("GET", "/member/graphql?query={viewer{id}}"),
  "OPTIONS /member/graphql": preflight("/member/graphql"),
  ...operatorAttempts(),
  ...agentAttempts,
  "GET /oauth/authorize": authorize("GET"),
  "POST /oauth/authorize": authorize("POST"),
  ...publicAttempts,
  ...selfServiceAttempts,
  ...checkoutAttempts,
  ...identityProviderAttempts,
  ...Object.fromEntries(stylesheets.map(({ path }) => [`GET ${path}`, sameForAll(path)])),
  "POST /account/preferences": choosingLanguage,
  "POST /account/time-zone": accountAction(() => "/account/time-zone", false),
  [`GET ${inter.path}`]: sameForAll(inter.path),
  [`GET ${interExtended.path}`]: sameForAll(interExtended.path),
  "GET /sign-in": signInPage,
  "POST /sign-in": signIn,
  "GET /sign-in/email": enterCodePage,
  "POST /sign-in/email": askForCode,
  "POST /sign-in/email/enter": enterDigits,
  "GET /sign-in/link": codeLink("GET"),
  "POST /sign-in/link": codeLink("POST"),
  "GET /sign-out": signOutPage,
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
  "GET /purchase/confirm": mailedLink("GET", "/purchase/confirm", "purchase"),
  "POST /purchase/confirm": mailedLink("POST", "/purchase/confirm", "purchase"),
  "GET /email/merge": mailedLink("GET", "/email/merge", "member_merge"),
  "POST /email/merge": mailedLink("POST", "/email/merge", "member_merge"),
  "GET /sender/confirm": mailedLink("GET", "/sender/confirm", "verify_sender"),
  "POST /sender/confirm": mailedLink("POST", "/sender/confirm", "verify_sender"),
  "GET /dev/mail": developmentPage("/dev/mail"),
  "GET /dev/styles": developmentPage("/dev/styles"),
  "GET /dev/styles.css": developmentPage("/dev/styles.css"),
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
  "GET /account/delete": accountPage("/account/delete"),
  "POST /account/delete": accountAction(() => "/account/delete", false),
  "GET /account/merge": accountPage("/account/merge"),
  "POST /account/merge": accountAction(() => "/account/merge", false),
  "GET /account/data": accountPage("/account/data"),
  "POST /account/data": accountForm("/account/data", "/account/data", 403),
  "GET /account/notifications": accountPage("/account/notifications"),
  "POST /account/notifications/read": accountAction(() => "/account/notifications/read", false),
  "GET /account/notifications/settings": accountPage("/account/notifications/settings"),
  "POST /account/notifications/settings": accountAction(() => "/account/notifications/settings", false),
  ...notificationAttempts,
  ...suppressionAttempts,
  "GET /certificates": certificateNumber,
  "GET /certificates/:serial": certificate(""),
  "GET /certificates/:serial/pdf": certificate("/pdf"),
  "GET /certificates/:serial/image.svg": certificate("/image.svg"),
  "GET /certificates/:serial/image.png": certificate("/image.png"),
  "GET /certificates/:serial/badge.svg": certificate("/badge.svg"),
  "GET /certificates/:serial/badge.png": certificate("/badge.png"),
  "GET /certificates/:serial/badge": certificate("/badge"),
  "OPTIONS /certificates/:serial/badge": preflight("/certificates/ZJT3-DQA3-8TDR-AN8Q/badge"),
  "GET /certificates/status/:list": badgeDocument("/certificates/status/0"),
  "OPTIONS /certificates/status/:list": preflight("/certificates/status/0"),
  "GET /certificates/keys": badgeDocument("/certificates/keys"),
  "OPTIONS /certificates/keys": preflight("/certificates/keys"),
  "GET /certificates/keys/:id": badgeKey,
  "OPTIONS /certificates/keys/:id": preflight("/certificates/keys/crk_1"),
  "GET /certificates/issuer": badgeDocument("/certificates/issuer"),
  "OPTIONS /certificates/issuer": preflight("/certificates/issuer"),
  "GET /learn": accountPage("/learn"),
  "GET /account/digital-products": accountPage("/account/digital-products"),
  "GET /account/events": accountPage("/account/events"),
  ...engagementAttempts,
  ...noteAttempts,
  ...offlineAttempts,
  "GET /learn/:course": lesson(({ course }) => course),
  "GET /learn/:course/discussion": lesson(({ course }) => `${course}/discussion`),
  "POST /learn/:course/discussion": lessonAction(({ course }) => `${course}/discussion`, {
    forged: 403,
    signedOut: 303,
  }),
  "GET /learn/:course/continue": lesson(({ course }) => `${course}/continue`),
  "POST /learn/:course/start": lessonAction(({ course }) => `${course}/start`, { forged: 403, signedOut: 303 }),
  "GET /learn/:course/completion": lesson(({ course }) => `${course}/completion`),
  "POST /learn/:course/completion/rating": lessonAction(({ course }) => `${course}/completion/rating`, {
    // The course is not completed: its page leads on.
    forged: 303,
    signedOut: 303,
  }),
  "GET /learn/:course/review": lesson(({ course }) => `${course}/review`),
  "POST /learn/:course/review": lessonAction(({ course }) => `${course}/review`, { forged: 403, signedOut: 303 }),
  "POST /learn/:course/review/withdraw": lessonAction(({ course }) => `${course}/review/withdraw`, {
    forged: 403,
    signedOut: 303,
  }),
  "GET /learn/:course/:lecture": lesson(({ lecture }) => lecture),
  "POST /learn/:course/:lecture/comments": lessonAction(({ lecture }) => `${lecture}/comments`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/comments/:comment": lessonAction(
    ({ lecture }) => `${lecture}/comments/cmt_00000000000000000000000000`,
    { forged: 403, signedOut: 303 },
  ),
  "POST /learn/:course/:lecture/quiz": lessonAction(({ lecture }) => `${lecture}/quiz`, {
    forged: 403,
    signedOut: 303,
  }),
  "GET /learn/:course/:lecture/attempts": lesson(({ lecture }) => `${lecture}/attempts`),
  "GET /learn/:course/:lecture/attempts/:attempt": foreignAttempt,
  "POST /learn/:course/:lecture/answers": lessonAction(({ lecture }) => `${lecture}/answers`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/answers/draft": lessonAction(({ lecture }) => `${lecture}/answers/draft`, {
    forged: 403,
    signedOut: 401,
  }),
  "POST /learn/:course/:lecture/work/draft": lessonAction(({ lecture }) => `${lecture}/work/draft`, {
    forged: 403,
    signedOut: 401,
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
  "GET /assets/islands/:version/:file": sameForAll(`${islandsPath}/islands.js`),
  "GET /learn/offline-worker.js": sameForAll("/learn/offline-worker.js"),
  "GET /clients/:id/logo": logo,
  "GET /files/:id": privateFile(""),
  "GET /files/:id/:variant": privateFile("/small"),
  "GET /job-results/:id": jobResult,
  "GET /downloads/:grantId/:fileId": productDownload,
  "GET /downloads/memberships/:subscriptionId/:fileId": includedDownload,
  ...adminAttempts,
  ...forms,
  ...docsAttempts,
  ...scimAttempts,
  ...secondFactorAttempts,
};

/** Everything of the other site together, without knowing what the route is for. */
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
