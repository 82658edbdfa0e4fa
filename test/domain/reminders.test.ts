import assert from "node:assert/strict";
import { after, before as beforeAll, describe, test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { createEventTicket } from "#domain/events/event-tickets/operations.ts";
import { cancelRegistration } from "#domain/events/event-registrations/change-registration.ts";
import { registerForEvent } from "#domain/events/event-registrations/register.ts";
import { cancelEvent, publishEvent } from "#domain/events/events/event-states.ts";
import { createEvent, updateEvent } from "#domain/events/events/save-event.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { remindOfEvents } from "#domain/events/events/jobs/remind-of-events.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { notifyOfSoonEvents } from "#domain/events/events/jobs/notify-of-soon-events.ts";
import { sendAnnouncement } from "#domain/messages/notifications/jobs/send-announcement.ts";
import { perform } from "#domain/platform/operation.ts";
import { hour, minute } from "../support/clock.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aSiteContext } from "./support.ts";

const startsAt = new Date("2027-06-01T12:00:00.000Z");
const before = (milliseconds: number, start = startsAt) => new Date(start.getTime() - milliseconds);

void describe("An event reminder", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  beforeAll(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    const log = { info() {}, warn() {}, error() {} };
    // Creates the queue, as every server does before it accepts requests.
    const { connection } = installation;
    await (await startJobRunner({ db: database, connection, clock: () => new Date(0), log })).stop();
  });
  after(() => installation.close());

  /** An event published a week before, with one registered, one canceled and one waitlisted member. */
  async function anEvent(fields: object = {}) {
    const context: RequestContext = { ...(await aSiteContext(database))(), now: before(7 * 24 * hour) };
    const when = { startsAt: startsAt.toISOString(), endsAt: before(-hour).toISOString(), timeZone: "Asia/Taipei" };
    const event = await perform(createEvent, context, {
      name: "Night sail",
      format: "online",
      capacity: 1,
      waitlistEnabled: true,
      ...when,
      ...fields,
    });
    const id = formatId("event", event.id);
    const ticket = await perform(createEventTicket, context, { event: id, name: "Seat" });
    await perform(publishEvent, context, { event: id });
    const register = (email: string) =>
      perform(registerForEvent, context, {
        event: id,
        email: `${email}-${newId()}@example.test`,
        ticketId: formatId("eventTicket", ticket.id),
        waitlist: true,
      });
    const gone = await register("gone");
    await perform(cancelRegistration, context, { id: formatId("eventRegistration", gone.id) });
    const registered = await register("comes");
    await register("waits");
    return { context, id, attendeeId: registered.memberId, reminders: event.reminders };
  }

  /** Runs the job of one minute and returns the notified members. */
  async function remindedAt({ context: { site } }: { context: RequestContext }, now: Date): Promise<string[]> {
    await Promise.all([remindOfEvents(database, now), remindOfEvents(database, now)]);
    const notices = await database.many<{ id: string }>`
      select id from notices where site_id = ${site.id} and topic = 'event_reminder' and finished_at is null`;
    for (const { id } of notices) await sendAnnouncement(database, { siteId: site.id, noticeId: id }, now, undefined);
    const notified = await database.many<{ memberId: string }>`
      select member_id from notifications
       where site_id = ${site.id} and topic = 'event_reminder' and created_at = ${now}`;
    return notified.map(({ memberId }) => memberId);
  }

  void test("is sent a day and an hour before by default, once, to registered members", async () => {
    const event = await anEvent();
    assert.deepEqual(event.reminders, [1440, 60]);
    assert.deepEqual(await remindedAt(event, before(24 * hour + minute)), []);
    assert.deepEqual(await remindedAt(event, before(24 * hour)), [event.attendeeId]);
    assert.deepEqual(await remindedAt(event, before(24 * hour - minute)), []);
    assert.deepEqual(await remindedAt(event, before(hour + minute)), []);
    assert.deepEqual(await remindedAt(event, before(hour)), [event.attendeeId]);
    assert.deepEqual(await remindedAt(event, before(minute)), []);
    assert.deepEqual(await remindedAt(event, startsAt), []);
  });

  void test("is emitted to subscribers a day and an hour before, once each, whatever the event's settings are", async () => {
    const event = await anEvent({ reminders: [] });
    const notifiedAt = async (now: Date) => {
      await Promise.all([notifyOfSoonEvents(database, now), notifyOfSoonEvents(database, now)]);
      const notified = await database.many<{ hours: number }>`
        select (data ->> 'hours')::integer as hours from outbox_events
         where site_id = ${event.context.site.id} and type = 'event.starting_soon' and object_id = ${event.id}
         order by created_at`;
      return notified.map(({ hours }) => hours);
    };
    assert.deepEqual(await notifiedAt(before(24 * hour + minute)), []);
    assert.deepEqual(await notifiedAt(before(24 * hour)), [24]);
    assert.deepEqual(await notifiedAt(before(2 * hour)), [24]);
    assert.deepEqual(await notifiedAt(before(hour)), [24, 1]);
    assert.deepEqual(await notifiedAt(startsAt), [24, 1]);
  });

  void test("follows the event's settings, including no reminder", async () => {
    const event = await anEvent({ reminders: [30] });
    assert.deepEqual(await remindedAt(event, before(hour)), []);
    assert.deepEqual(await remindedAt(event, before(30 * minute)), [event.attendeeId]);
    const silent = await anEvent({ reminders: [] });
    assert.deepEqual(await remindedAt(silent, before(minute)), []);
  });

  void test("is sent once, the latest due one, after a pause; and not after the event has begun", async () => {
    const late = await anEvent();
    assert.deepEqual(await remindedAt(late, before(20 * minute)), [late.attendeeId]);
    assert.deepEqual(await remindedAt(late, before(10 * minute)), []);
    const over = await anEvent();
    assert.deepEqual(await remindedAt(over, startsAt), []);
  });

  void test("follows a rescheduled event, and is not sent for canceled or draft events", async () => {
    const moved = await anEvent();
    assert.deepEqual(await remindedAt(moved, before(24 * hour)), [moved.attendeeId]);
    const next = new Date(startsAt.getTime() + 48 * hour);
    await perform(
      updateEvent,
      { ...moved.context, now: before(12 * hour) },
      {
        event: moved.id,
        startsAt: next.toISOString(),
        endsAt: before(-hour, next).toISOString(),
        notifyAttendees: false,
      },
    );
    assert.deepEqual(await remindedAt(moved, before(hour)), []);
    assert.deepEqual(await remindedAt(moved, before(24 * hour, next)), [moved.attendeeId]);

    const canceled = await anEvent();
    await perform(cancelEvent, { ...canceled.context, now: before(48 * hour) }, { event: canceled.id });
    assert.deepEqual(await remindedAt(canceled, before(hour)), []);
  });

  void test("A reminder that could not be sent before the event began is dropped", async () => {
    const { context } = await anEvent();
    await remindOfEvents(database, before(hour));
    const [notice] = await database.many<{ id: string }>`
      select id from notices where site_id = ${context.site.id} and topic = 'event_reminder'`;
    await sendAnnouncement(database, { siteId: context.site.id, noticeId: notice!.id }, startsAt, undefined);
    const notified = await database.many`
      select id from notifications where site_id = ${context.site.id} and topic = 'event_reminder'`;
    assert.equal(notified.length, 0);
  });
});
