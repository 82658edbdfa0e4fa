import assert from "node:assert/strict";
import type { InhabitedSite } from "../inhabited-site.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** Who runs the other site runs nothing here: they are not signed in. */
export const adminPage =
  (path: string): Attempt =>
  async (there, here) => {
    const answer = await visitor(there, here).request("GET", path);
    assert.equal(answer.headers.location, `/sign-in?return_to=${path}`);
    return [answer];
  };

/** With a session of there: not signed in. With a session of here, and a proof of there: nothing was asked for. */
export const adminAction =
  (
    address: (id: InhabitedSite) => string,
    { fields = {}, notFound = false }: { fields?: Record<string, string>; notFound?: boolean } = {},
  ): Attempt =>
  async (there, here) => {
    const own = await here.site.signedIn(here.member);
    const csrf = csrfOf(await own.open("/account"));
    const forged = await own.request("POST", address(here), { ...fields, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 303, forged.body);
    const foreignId = notFound ? [await own.request("POST", address(there), { ...fields, csrf })] : [];
    for (const answer of foreignId) assert.equal(answer.statusCode, 404);

    const browser = visitor(there, here);
    const stolen = { ...fields, csrf: csrfOf(await browser.open("/sign-in")) };
    const foreignSession = await browser.request("POST", address(here), stolen);
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/admin");
    return [forged, ...foreignId, foreignSession];
  };
