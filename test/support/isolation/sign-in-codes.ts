import assert from "node:assert/strict";
import { digitsOf } from "#domain/people/sign-in-codes/code.ts";
import { findCodeOfLink } from "#domain/people/sign-in-codes/queries.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** The link of a code that waits at its own site, in the browser that comes here. */
async function waitingLink({ site, codeLink: link }: InhabitedSite): Promise<string> {
  assert.ok(await findCodeOfLink(site.context(), link, ""), "The code waits at its own site.");
  return link;
}

/** The page for digits knows no code of the other site. */
export const enterCodePage: Attempt = async (there, here) => {
  await waitingLink(there);
  const browser = visitor(there, here);
  const answer = await browser.request("GET", "/sign-in/email");
  assert.equal(answer.headers.location, "/sign-in");
  return [answer];
};

/** An address of a member of the other site is answered like any other. */
export const askForCode: Attempt = async (there, here) => {
  const browser = here.site.browser();
  const csrf = csrfOf(await browser.open("/sign-in"));
  const known = await browser.request("POST", "/sign-in/email", { csrf, email: there.member.email });
  assert.equal(known.headers.location, "/sign-in/email");
  const forged = await browser.request("POST", "/sign-in/email", { email: "", csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 403);
  return [known, forged];
};

export const enterDigits: Attempt = async (there, here) => {
  const [link, browser] = [await waitingLink(there), visitor(there, here)];
  const csrf = csrfOf(await browser.open("/sign-in"));
  const answer = await browser.request("POST", "/sign-in/email/enter", { csrf, digits: digitsOf(link) });
  assert.equal(answer.statusCode, 401);
  return [answer];
};

export const codeLink =
  (method: "GET" | "POST"): Attempt =>
  async (there, here) => {
    const [link, browser] = [await waitingLink(there), visitor(there, here)];
    const csrf = csrfOf(await browser.open("/sign-in"));
    const answer =
      method === "GET"
        ? await browser.request("GET", `/sign-in/link?link=${link}`)
        : await browser.request("POST", "/sign-in/link", { csrf, link });
    assert.equal(answer.statusCode, 404);
    assert.ok(!answer.body.includes(digitsOf(link)));
    return [answer];
  };
