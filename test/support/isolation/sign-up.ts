import assert from "node:assert/strict";
import { findMailLink } from "#domain/messages/mail-links/queries.ts";
import type { Purpose } from "#domain/messages/mail-links/mail-link.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** A link emailed by the other site works there and not here, neither opened nor in a form. */
export const mailedLink =
  (method: "GET" | "POST", path: string, ...purposes: Purpose[]): Attempt =>
  async (there, here) => {
    const browser = visitor(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const attempts = purposes.map(async (purpose) => {
      const link = there.links[purpose];
      assert.ok(await findMailLink(there.site.context(), [purpose], link), "The link is valid at its own site.");
      const answer =
        method === "GET"
          ? await browser.request("GET", `${path}?link=${link}`)
          : await browser.request("POST", path, { csrf, link, password: "plum-anchor-violet-38" });
      assert.equal(answer.statusCode, 404);
      assert.ok(!answer.body.includes(link));
      return answer;
    });
    return Promise.all(attempts);
  };

/** Form tokens are masked, and sealed fields encrypted, differently in each response. */
const withoutSecrets = (body: string) => body.replaceAll(/name="(csrf|again)" value="[^"]+"/g, 'name="$1"');

/** An address of another site's member has no effect here, and that site's form token is invalid. */
export const askForMail =
  (path: string): Attempt =>
  async (there, here) => {
    const browser = here.site.browser();
    const fields = { name: "Ana", password: "plum-anchor-violet-38", csrf: csrfOf(await browser.open(path)) };
    const known = await browser.request("POST", path, { ...fields, email: there.member.email });
    const unknown = await browser.request("POST", path, { ...fields, email: "unknown@example.test" });
    // The response repeats the visitor's own input.
    known.body = withoutSecrets(known.body.replaceAll(there.member.email, "unknown@example.test"));
    assert.equal(known.body, withoutSecrets(unknown.body));
    const forged = await browser.request("POST", path, { ...fields, email: "", csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 403);
    return [known, unknown, forged];
  };

/** Account forms reject a session and a form token of the other site. */
export const accountForm =
  (address: string, page: string, forgedStatus: number): Attempt =>
  async (there, here) => {
    const fields = { email: "ana@example.test", current: "x", password: "plum-anchor-violet-38" };
    const ownBrowser = await here.site.signedIn(here.member);
    await ownBrowser.open(page);
    const forged = await ownBrowser.request("POST", address, { ...fields, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, forgedStatus);
    const browser = visitor(there, here);
    const csrf = csrfOf(await browser.open("/sign-in"));
    const foreignSession = await browser.request("POST", address, { ...fields, csrf });
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
    return [forged, foreignSession];
  };
