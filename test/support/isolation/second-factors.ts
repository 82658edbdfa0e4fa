import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** The second step of a sign-in that began at the other site, and a token of the other site. */
const secondStep =
  (address: string): Attempt =>
  async (there, here) => {
    const browser = here.site.browser();
    const fields = { csrf: csrfOf(await browser.open("/sign-in")), step: "c3RlcA", code: "123456", passkey: "{}" };
    const foreignStep = await browser.request("POST", address, fields);
    assert.equal(foreignStep.statusCode, 403);
    const forged = await browser.request("POST", address, { ...fields, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 403);
    const foreignSession = await visitor(there, here).request("POST", address, fields);
    assert.equal(foreignSession.statusCode, 403);
    return [foreignStep, forged, foreignSession];
  };

/** The address of a form that was reloaded leads to the sign-in page. */
const reloaded =
  (address: string): Attempt =>
  async (there, here) => {
    const answer = await visitor(there, here).request("GET", address);
    assert.equal(answer.headers.location, "/sign-in");
    return [answer];
  };

const page =
  (address: string): Attempt =>
  async (there, here) => {
    const answer = await visitor(there, here).request("GET", address);
    assert.equal(answer.headers.location, `/sign-in?return_to=${address}`);
    return [answer];
  };

const form =
  (address: string): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const forged = await ownBrowser.request("POST", address, { code: "123456", csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 403);
    const browser = visitor(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const foreignSession = await browser.request("POST", address, { csrf });
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
    return [forged, foreignSession];
  };

const passkey =
  (method: "GET" | "POST", act: string): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const address = `/account/security/passkeys/${formatId("passkey", await newestId(there.site.site.id, "passkeys"))}/${act}`;
    const answer = await ownBrowser.request(method, address, method === "POST" ? { csrf, name: "Mine" } : undefined);
    assert.equal(answer.statusCode, 404);
    return [answer];
  };

/** The factor that a role requires, which the member here does not need. */
const setup =
  (act: string): Attempt =>
  async (there, here) => {
    const address = `/account/security/setup/${act}`;
    const ownBrowser = await here.site.signedIn(here.member);
    const forged = await ownBrowser.request("POST", address, { code: "123456", csrf: await foreignCsrf(there) });
    assert.equal(forged.headers.location, "/account/security/setup");
    const browser = visitor(there, here);
    const foreignSession = await browser.request("POST", address, { csrf: csrfOf(await browser.open("/sign-in")) });
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
    return [forged, foreignSession];
  };

/** Ways to sign in, and the steps of a sign-in. */
export const secondFactorAttempts: Record<string, Attempt> = {
  "GET /sign-in/code": reloaded("/sign-in/code"),
  "POST /sign-in/code": secondStep("/sign-in/code"),
  "GET /sign-in/passkey": reloaded("/sign-in/passkey"),
  "POST /sign-in/passkey": secondStep("/sign-in/passkey"),
  "GET /account/confirm": page("/account/confirm"),
  "POST /account/confirm": form("/account/confirm"),
  "POST /account/confirm/passkey": form("/account/confirm/passkey"),
  "GET /account/security": page("/account/security"),
  "GET /account/security/setup": page("/account/security/setup"),
  "POST /account/security/setup/passkey": setup("passkey"),
  "POST /account/security/setup/app": setup("app"),
  "POST /account/security/setup/continue": setup("continue"),
  "GET /account/security/app": page("/account/security/app"),
  "POST /account/security/app": form("/account/security/app"),
  "GET /account/security/app/remove": page("/account/security/app/remove"),
  "POST /account/security/app/remove": form("/account/security/app/remove"),
  "GET /account/security/recovery-codes": page("/account/security/recovery-codes"),
  "POST /account/security/recovery-codes": form("/account/security/recovery-codes"),
  "GET /account/security/passkeys/new": page("/account/security/passkeys/new"),
  "POST /account/security/passkeys/new": form("/account/security/passkeys/new"),
  "GET /account/security/passkeys/:id/rename": passkey("GET", "rename"),
  "POST /account/security/passkeys/:id/rename": passkey("POST", "rename"),
  "GET /account/security/passkeys/:id/remove": passkey("GET", "remove"),
  "POST /account/security/passkeys/:id/remove": passkey("POST", "remove"),
};
