import assert from "node:assert/strict";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { assertStatus } from "../assert-status.ts";
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
    const own = await here.site.signedIn(here.member);
    const answers = [];
    for (const { kind, table } of kinds) {
      const id = formatId(kind, await newestId(there.site.site.id, table));
      const answer = await own.request("GET", `/account/events/${id}/${rest}`);
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
  const own = await here.site.signedIn(here.member);
  const csrf = csrfOf(await own.open("/account"));
  const id = formatId("eventRegistration", await newestId(there.site.site.id, "event_registrations"));
  const address = `/account/events/${id}/cancel`;
  const foreignId = await own.request("POST", address, { csrf });
  assertStatus(foreignId, 404);
  foreignId.body = foreignId.body.replaceAll(id, "");
  const forged = await own.request("POST", address, { csrf: await foreignCsrf(there) });
  assertStatus(forged, 303);
  return [foreignId];
};

/** What a member takes part in. */
export const engagementAttempts: Record<string, Attempt> = {
  "GET /account/events/:id/cancel": engagement("cancel"),
  "POST /account/events/:id/cancel": canceling,
  "GET /account/events/:id/calendar.ics": engagement("calendar.ics"),
};
