import assert from "node:assert/strict";
import { digestOfDigits, digitsOf, lifetimeMs } from "#domain/people/sign-in-codes/code.ts";
import { findCode, putCode } from "#domain/people/sign-in-codes/queries.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import type { TestBrowser } from "../browser-session.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { type Attempt, csrfOf, foreignCsrf } from "./attempt.ts";

interface Waiting {
  /** Has the cookie of the browser that asked at the other site. */
  browser: TestBrowser;
  link: string;
}

/** A code of the other site waits in a browser, which then comes here. */
async function waiting(there: InhabitedSite, here: InhabitedSite): Promise<Waiting> {
  const asking = there.site.browser();
  await asking.open("/sign-in");
  const [, secret = ""] = [...asking.cookies].find(([name]) => name.includes("_browser")) ?? [];
  const [context, link] = [there.site.context(), newSecret("lml")];
  const code = {
    linkDigest: digest(link),
    digitsDigest: digestOfDigits(digitsOf(link), secret),
    email: there.member.email,
    memberId: there.member.id,
    authorizationId: null,
    returnTo: null,
    expiresAt: new Date(context.now.getTime() + lifetimeMs),
  };
  await putCode(context, secret, code, false);
  assert.ok(await findCode(context, secret), "The code waits at its own site.");
  const browser = here.site.browser();
  for (const [name, value] of asking.cookies) browser.cookies.set(name, value);
  return { browser, link };
}

/** The page for digits knows no code of the other site. */
export const enterCodePage: Attempt = async (there, here) => {
  const { browser } = await waiting(there, here);
  const answer = await browser.request("GET", "/sign-in/code");
  assert.equal(answer.headers.location, "/sign-in");
  return [answer];
};

/** An address of a member of the other site is answered like any other. */
export const askForCode: Attempt = async (there, here) => {
  const browser = here.site.browser();
  const csrf = csrfOf(await browser.open("/sign-in"));
  const known = await browser.request("POST", "/sign-in/code", { csrf, email: there.member.email });
  assert.equal(known.headers.location, "/sign-in/code");
  const forged = await browser.request("POST", "/sign-in/code", { email: "", csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 403);
  return [known, forged];
};

export const enterDigits: Attempt = async (there, here) => {
  const { browser, link } = await waiting(there, here);
  const csrf = csrfOf(await browser.open("/sign-in"));
  const answer = await browser.request("POST", "/sign-in/code/enter", { csrf, digits: digitsOf(link) });
  assert.equal(answer.statusCode, 401);
  return [answer];
};

export const codeLink =
  (method: "GET" | "POST"): Attempt =>
  async (there, here) => {
    const { browser, link } = await waiting(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const answer =
      method === "GET"
        ? await browser.request("GET", `/sign-in/link?link=${link}`)
        : await browser.request("POST", "/sign-in/link", { csrf, link });
    assert.equal(answer.statusCode, 404);
    assert.ok(!answer.body.includes(digitsOf(link)));
    return [answer];
  };
