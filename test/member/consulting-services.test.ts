import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { day, now } from "../support/clock.ts";
import { aLecturer, book, giveSessions } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Service {
  id: string;
  slug: string;
  sessionsTotal: number;
  sessionsUsed: number;
  lecturers: { id: string; name: string; title: string; pictureUrl: string | null }[];
  bookings: { id: string; status: string; startsAt: string; timeZone: string; meetingUrl: string | null }[];
}

async function servicesOf({ read }: Reader): Promise<Service[]> {
  const query = `{ viewer { consultingServices { nodes { id slug name url imageUrl acquiredAt expireDate sessionsTotal
    sessionsUsed lecturers { id name title pictureUrl } bookings { id status startsAt endsAt timeZone meetingUrl } } } } }`;
  const { viewer } = await read<{ viewer: { consultingServices: { nodes: Service[] } } }>(query);
  return viewer.consultingServices.nodes;
}

void test("A service lists its sessions, its lecturers, and the member's bookings", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const sessions = await giveSessions(site, member, { grant: { sessionsUsed: 1 } });
  const booking = await book(site, member, sessions, 72);
  const [service] = await servicesOf(reader);
  assert.deepEqual([service!.slug, service!.sessionsTotal, service!.sessionsUsed], [sessions.slug, 3, 1]);
  assert.equal(service!.id, formatId("consultingGrant", sessions.grantId));
  assert.deepEqual(service!.lecturers, [
    { id: formatId("lecturer", sessions.lecturerId), name: "Mei Lin", title: "Rigger", pictureUrl: null },
  ]);
  const [booked] = service!.bookings;
  assert.deepEqual(
    [booked!.id, booked!.status, booked!.timeZone],
    [formatId("consultingBooking", booking), "CONFIRMED", "Asia/Taipei"],
  );
});

void test("The meeting location is included only for confirmed bookings, from a day before they begin", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const sessions = await giveSessions(site, member);
  await book(site, member, sessions, 25);
  await book(site, member, sessions, 23);
  await book(site, member, sessions, 22, { status: "pending" });
  await book(site, member, sessions, 21, { status: "canceled" });
  const [{ bookings }] = (await servicesOf(reader)) as [Service];
  assert.deepEqual(
    bookings.map(({ status, meetingUrl }) => [status, meetingUrl]),
    [
      ["CANCELED", null],
      ["PENDING", null],
      ["CONFIRMED", "https://meet.example/1"],
      ["CONFIRMED", null],
    ],
  );
});

void test("Upcoming bookings come first, soonest first, then past ones, latest first", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const sessions = await giveSessions(site, member);
  for (const hours of [-30, 50, -3, 2]) await book(site, member, sessions, hours, { metadata: { hours } });
  const [{ bookings }] = (await servicesOf(reader)) as [Service];
  const hours = bookings.map(({ startsAt }) => Math.round((Date.parse(startsAt) - now().getTime()) / 3_600_000));
  assert.deepEqual(hours, [2, 50, -3, -30]);
});

void test("A booking is listed with its own purchase, or else with the newest one of the service", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const old = await giveSessions(site, member, { grant: { grantedAt: new Date(now().getTime() - day) } });
  const fresh = await giveSessions(site, member, { grant: { serviceId: old.serviceId } });
  const named = await book(site, member, old, 5, { grantId: old.grantId });
  const nameless = await book(site, member, old, 6);
  const services = await servicesOf(reader);
  assert.deepEqual(
    services.map(({ id, bookings }) => [id, bookings.map((booking) => booking.id)]),
    [
      [formatId("consultingGrant", fresh.grantId), [formatId("consultingBooking", nameless)]],
      [formatId("consultingGrant", old.grantId), [formatId("consultingBooking", named)]],
    ],
  );
});

void test("Bookings of others at the same service and hidden lecturers are not visible", async () => {
  const [one, other] = [await aReader(), await aReader()];
  const { site } = one;
  const second = await aReader(site);
  const sessions = await giveSessions(site, one.member);
  await giveSessions(site, second.member, { grant: { serviceId: sessions.serviceId } });
  await book(site, second.member, sessions, 5);
  await book(site, second.member, sessions, 7, { status: "canceled" });
  assert.deepEqual((await servicesOf(one))[0]!.bookings, []);
  assert.equal((await servicesOf(second))[0]!.bookings.length, 2);
  assert.deepEqual(await servicesOf(other), []);
  const hidden = await aLecturer(site, { visible: false, name: "Unknown" });
  assert.ok(!JSON.stringify(await servicesOf(one)).includes(formatId("lecturer", hidden)));
});

void test("Revoked sessions never appear", async () => {
  const reader = await aReader();
  await giveSessions(reader.site, reader.member, { grant: { deletedAt: now() } });
  assert.deepEqual(await servicesOf(reader), []);
});
