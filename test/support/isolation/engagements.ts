import assert from "node:assert/strict";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { tokenOfFeed } from "#domain/sales/calendar-feeds/feed-token.ts";
import { assertStatus } from "../assert-status.ts";
import { storage } from "../worlds/storage.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

const kinds: readonly { kind: IdKind; table: string }[] = [
  { kind: "eventRegistration", table: "event_registrations" },
  { kind: "consultingBooking", table: "consulting_bookings" },
  { kind: "lecture", table: "lectures" },
];

/** Registrations, sessions and lectures of the other site, and a session of the other site. */
const engagement =
  (rest: string): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const answers = [];
    for (const { kind, table } of kinds) {
      const id = formatId(kind, await newestId(there.site.site.id, table));
      const answer = await ownBrowser.request("GET", `/account/events/${id}/${rest}`);
      assertStatus(answer, 404);
      // The error page repeats the requested id.
      answer.body = answer.body.replaceAll(id, "");
      const foreignSession = await visitor(there, here).request("GET", `/account/events/${id}/${rest}`);
      assert.match(String(foreignSession.headers.location), /^\/sign-in\?/);
      answers.push(answer);
    }
    return answers;
  };

const canceling: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const id = formatId("eventRegistration", await newestId(there.site.site.id, "event_registrations"));
  const address = `/account/events/${id}/cancel`;
  const foreignId = await ownBrowser.request("POST", address, { csrf });
  assertStatus(foreignId, 404);
  foreignId.body = foreignId.body.replaceAll(id, "");
  const forged = await ownBrowser.request("POST", address, { csrf: await foreignCsrf(there) });
  assertStatus(forged, 303);
  return [foreignId];
};

/** The private address of a calendar is that of one site, and the form of the other site does not renew it. */
const foreignCalendar: Attempt = async (there, here) => {
  const id = await newestId(there.site.site.id, "calendar_feeds");
  const answers = [];
  for (const { site } of [there.site, here.site]) {
    // With the ID of the other site, signed for it and for this one.
    const token = tokenOfFeed({ site, storage }, id);
    const answer = await here.site.get(`/calendar-feeds/${token}.ics`);
    assertStatus(answer, 404);
    answers.push(answer);
  }
  return answers;
};

const renewing: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const feedOf = async () => newestId(here.site.site.id, "calendar_feeds");
  const before = await feedOf();
  const forged = await ownBrowser.request("POST", "/account/events/calendar", {
    act: "renew",
    csrf: await foreignCsrf(there),
  });
  assertStatus(forged, 403);
  const foreignSession = await visitor(there, here).request("POST", "/account/events/calendar", { act: "end" });
  assert.match(String(foreignSession.headers.location), /^\/sign-in\?/);
  assert.equal(await feedOf(), before);
  return [forged, foreignSession];
};

/** Events, sessions, lectures and the calendar of a member. */
export const engagementAttempts: Record<string, Attempt> = {
  "GET /account/events/:id/cancel": engagement("cancel"),
  "POST /account/events/:id/cancel": canceling,
  "GET /account/events/:id/calendar.ics": engagement("calendar.ics"),
  "POST /account/events/calendar": renewing,
  "GET /calendar-feeds/:token.ics": foreignCalendar,
};
