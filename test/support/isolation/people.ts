import assert from "node:assert/strict";
import type { TestBrowser } from "../browser-session.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { authorizeUrl, password } from "../world.ts";
import { type Attempt, csrfOf, foreignCsrf, sessionCookie, visitor } from "./attempt.ts";

const ask = (method: "GET" | "POST", browser: TestBrowser, { url }: { url: string }) =>
  method === "GET"
    ? browser.request("GET", url)
    : browser.request("POST", "/oauth/authorize", Object.fromEntries(new URLSearchParams(url.split("?")[1])));

export const authorize =
  (method: "GET" | "POST"): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const foreignClient = await ask(method, ownBrowser, authorizeUrl(there.client));
    assert.equal(foreignClient.statusCode, 400);
    assert.equal(foreignClient.headers.location, undefined);

    const foreignResource = await ask(method, ownBrowser, authorizeUrl(here.client, { resource: there.site.origin }));
    assert.match(String(foreignResource.headers.location), /error=invalid_target/);

    const foreignSession = await ask(method, visitor(there, here), authorizeUrl(here.client));
    assert.match(String(foreignSession.headers.location), /^\/sign-in\?authorization=/);
    // The error description names the origin that a resource must have, which is this site's.
    return [foreignClient, foreignSession, foreignResource];
  };

export const signInPage: Attempt = async (there, here) => {
  const browser = visitor(there, here);
  const waiting = await browser.request("GET", `/sign-in?authorization=${there.authorization}`);
  assert.equal(waiting.statusCode, 400);
  const form = await browser.request("GET", "/sign-in");
  assert.match(form.body, /name="password"/);
  return [waiting, form];
};

export const signIn: Attempt = async (there, here) => {
  const browser = here.site.browser();
  const form = await browser.open("/sign-in");
  // All members of the tests share a password: only the membership is missing.
  const stranger = here.site.browser();
  const page = await stranger.open("/sign-in");
  const { response } = await stranger.submit(page, { email: there.member.email, password });
  assert.equal(response.statusCode, 401);

  const fields = { email: here.member.email, password, csrf: csrfOf(form) };
  const waiting = await browser.request("POST", `/sign-in?authorization=${there.authorization}`, fields);
  assert.equal(waiting.statusCode, 400);
  const forged = await browser.request("POST", "/sign-in", { ...fields, csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 403);
  // The form repeats the visitor's own input.
  response.body = response.body.replaceAll(there.member.email, "");
  return [response, waiting, forged];
};

/** A session of the other site has nothing to sign out of. */
export const signOutPage: Attempt = async (there, here) => {
  const answer = await visitor(there, here).request("GET", "/sign-out");
  assert.equal(answer.headers.location, "/");
  return [answer];
};

export const signOut: Attempt = async (there, here) => {
  const browser = visitor(there, here);
  const form = await browser.open("/sign-in");
  const answer = await browser.request("POST", "/sign-out", { csrf: csrfOf(form) });
  assert.equal(answer.headers.location, "/");
  return [answer];
};

export const consentPage: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const foreignRequest = await ownBrowser.request("GET", `/consent?authorization=${there.authorization}`);
  assert.equal(foreignRequest.statusCode, 400);
  const foreignSession = await visitor(there, here).request("GET", `/consent?authorization=${here.authorization}`);
  assert.equal(foreignSession.statusCode, 400);
  return [foreignRequest, foreignSession];
};

export const consent: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const page = await ownBrowser.open(authorizeUrl(here.client, { prompt: "consent" }).url);
  assert.match(page.address, /^\/consent/);
  const fields = { csrf: csrfOf(page), member_id: here.member.sub, decision: "allow" };

  const foreignRequest = await ownBrowser.request(
    "POST",
    `/consent?authorization=${there.authorization}&scope=openid`,
    fields,
  );
  assert.equal(foreignRequest.statusCode, 400);
  const forged = await ownBrowser.request("POST", page.address, { ...fields, csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 200, "The question is asked again.");
  const foreignMember = await ownBrowser.request("POST", page.address, { ...fields, member_id: there.member.sub });
  assert.equal(foreignMember.statusCode, 200, "The question is asked again.");

  const session = sessionCookie(ownBrowser);
  ownBrowser.cookies.set(session.name, sessionCookie(there.browser).value);
  const foreignSession = await ownBrowser.request("POST", `${page.address}&scope=openid`, fields);
  assert.match(String(foreignSession.headers.location), /^\/sign-in\?/);
  return [foreignRequest, forged, foreignMember, foreignSession];
};

export const accountPage =
  (address: string): Attempt =>
  async (there, here) => {
    const answer = await visitor(there, here).request("GET", address);
    assert.equal(answer.headers.location, `/sign-in?return_to=${address}`);
    return [answer];
  };

/** With a session of this site and an id of the other: not found. With a session of the other: not signed in. */
export const accountAction =
  (address: (id: InhabitedSite) => string, notFound: boolean): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const form = await ownBrowser.open("/account");
    const foreignId = await ownBrowser.request("POST", address(there), { csrf: csrfOf(form) });
    if (notFound) assert.equal(foreignId.statusCode, 404);
    const forged = await ownBrowser.request("POST", address(here), { csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 403);
    assert.equal((await ownBrowser.request("GET", "/account")).statusCode, 200);

    const browser = visitor(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const foreignSession = await browser.request("POST", address(there), { csrf });
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
    return [foreignId, forged, foreignSession];
  };

const logoOf = ({ client }: InhabitedSite) => `/clients/${client.clientId}/logo`;

export const logo: Attempt = async (there, here) => {
  assert.equal((await here.site.get(logoOf(here))).statusCode, 200);
  const answer = await here.site.get(logoOf(there), { headers: { accept: "text/html" } });
  assert.equal(answer.statusCode, 404);
  return [answer];
};
