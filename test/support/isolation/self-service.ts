import assert from "node:assert/strict";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { assertStatus } from "../assert-status.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** An item of the other site, a form token and a session of the other site. */
const action =
  (
    list: string,
    ending: string,
    field?: { name: string; kind: IdKind; table: string },
    others: Readonly<Record<string, string>> = {},
  ): Attempt =>
  async (there, here) => {
    const fields: Record<string, string> = field
      ? { ...others, [field.name]: formatId(field.kind, await newestId(there.site.site.id, field.table)) }
      : others;
    const [foreign, known] = [there, here].map(({ site }) => `/${list}/${site.site.name.toLowerCase()}/${ending}`);
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const foreignItem = await ownBrowser.request("POST", foreign!, { ...fields, csrf });
    assertStatus(foreignItem, 404);
    const foreignPart = await ownBrowser.request("POST", known!, { ...fields, csrf });
    const forged = await ownBrowser.request("POST", known!, { ...fields, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, 303);
    const foreignSession = await visitor(there, here).request("POST", known!, { ...fields, csrf });
    assert.match(String(foreignSession.headers.location), /^\/sign-in\?/);
    return [foreignItem, foreignPart, forged, foreignSession];
  };

/** Enrolling, registering, getting, booking and joining without payment. */
export const selfServiceAttempts: Record<string, Attempt> = {
  "POST /courses/:slug/enroll": action("courses", "enroll"),
  "POST /events/:slug/register": action("events", "register", {
    name: "ticket",
    kind: "eventTicket",
    table: "event_tickets",
  }),
  "POST /digital-products/:slug/get": action("digital-products", "get"),
  "POST /consulting/:slug/book": action("consulting", "book", undefined, { starts_at: "2027-01-04T09:00:00.000Z" }),
  "POST /membership-plans/:slug/join": action("membership-plans", "join", {
    name: "pricing",
    kind: "membershipPricing",
    table: "membership_pricings",
  }),
};
