import assert from "node:assert/strict";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { type Attempt, csrfOf, visitor } from "./attempt.ts";
import { adminAction, adminPage } from "./administrators.ts";
import { accountAction, accountPage } from "./people.ts";

const settings =
  (page = "") =>
  ({ identityProvider }: InhabitedSite): string =>
    `/admin/settings/sign-in/${identityProvider}${page}`;

const own =
  (page: string) =>
  ({ identityProvider }: InhabitedSite): string =>
    `/account/sign-in/${identityProvider}/${page}`;

/** The provider of the other site is unknown here, with a valid form and without one. */
const unknownHere =
  (method: "GET" | "POST", page: string): Attempt =>
  async (there, here) => {
    const browser = visitor(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const fields = method === "POST" ? { csrf, logout_token: "e30.e30.e30" } : undefined;
    const answer = await browser.request(method, `/sign-in/with/${there.identityProvider}${page}`, fields);
    assert.equal(answer.statusCode, 404);
    return [answer];
  };

const fields = { current: "x", name: "ID", preset: "google" };

export const identityProviderAttempts: Record<string, Attempt> = {
  "GET /account/sign-in": accountPage("/account/sign-in"),
  "POST /account/sign-in/:id/connect": accountAction(own("connect"), true),
  "POST /account/sign-in/:id/disconnect": accountAction(own("disconnect"), true),
  "GET /admin/settings/sign-in": adminPage(() => "/admin/settings/sign-in"),
  "POST /admin/settings/sign-in": adminAction(() => "/admin/settings/sign-in", { fields }),
  "GET /admin/settings/sign-in/:id": adminPage(settings(), { notFound: true }),
  "POST /admin/settings/sign-in/:id": adminAction(settings(), { fields, notFound: true }),
  "POST /admin/settings/sign-in/:id/test": adminAction(settings("/test"), { notFound: true }),
  "POST /admin/settings/sign-in/:id/delete": adminAction(settings("/delete"), { fields, notFound: true }),
  "POST /sign-in/with/:id": unknownHere("POST", ""),
  "GET /sign-in/with/:id/callback": unknownHere("GET", `/callback?code=a&state=lps_${"A".repeat(43)}`),
  "GET /sign-in/with/:id/metadata": unknownHere("GET", "/metadata"),
  "GET /sign-in/with/:id/single-logout": unknownHere("GET", "/single-logout?SAMLRequest=a"),
  "POST /sign-in/with/:id/single-logout": unknownHere("POST", "/single-logout"),
  "POST /sign-in/with/:id/acs": unknownHere("POST", "/acs"),
  "POST /sign-in/with/:id/callback": unknownHere("POST", "/callback"),
  "POST /sign-in/with/:id/back-channel-logout": unknownHere("POST", "/back-channel-logout"),
  "GET /sign-in/with/:id/front-channel-logout": unknownHere("GET", "/front-channel-logout?iss=a&sid=b"),
};
