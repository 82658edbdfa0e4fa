import assert from "node:assert/strict";
import { test } from "node:test";
import { attend } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Registration {
  status: string;
  ticketName: string;
  quantity: number;
  checkInCode: string | null;
  event: { name: string; status: string; format: string; location: string | null; onlineUrl: string | null };
}
interface Connection {
  nodes: Registration[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const fields = `totalCount pageInfo { hasNextPage endCursor } nodes { status ticketName quantity checkInCode checkedInAt
  event { name status format location onlineUrl startsAt endsAt timeZone url } }`;

async function registrationsOf({ read }: Reader, args = ""): Promise<Connection> {
  const query = `{ viewer { eventRegistrations${args} { ${fields} } } }`;
  return (await read<{ viewer: { eventRegistrations: Connection } }>(query)).viewer.eventRegistrations;
}

const namesOf = ({ nodes }: Connection) => nodes.map(({ event }) => event.name);

void test("A registration has its ticket, its check-in code, and the event with its location", async () => {
  const reader = await aReader();
  const { registrationId } = await attend(reader.site, reader.member, 48);
  const { nodes } = await registrationsOf(reader);
  const [{ status, ticketName, quantity, checkInCode, event }] = nodes as [Registration];
  assert.deepEqual([status, ticketName, quantity], ["REGISTERED", "Crew", 2]);
  assert.equal(checkInCode, `C${registrationId.slice(-8)}`);
  assert.deepEqual(
    [event.status, event.format, event.location, event.onlineUrl],
    ["PUBLISHED", "HYBRID", "Pier 3, 1 Quay Street", "https://stream.example/1"],
  );
});

void test("A waitlisted registration has no code and no address", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  await attend(site, member, 1, { registration: { status: "waitlisted" } });
  await attend(site, member, 2, { registration: { status: "canceled" } });
  await attend(site, member, 3, { event: { status: "canceled" } });
  await attend(site, member, 4, { registration: { status: "checked_in" } });
  const { nodes } = await registrationsOf(reader);
  assert.deepEqual(
    nodes.map(({ status, checkInCode, event }) => [
      status,
      checkInCode !== null,
      event.onlineUrl !== null,
      event.status,
    ]),
    [
      ["WAITLISTED", false, false, "PUBLISHED"],
      ["CANCELED", false, false, "PUBLISHED"],
      ["REGISTERED", false, false, "CANCELED"],
      ["CHECKED_IN", true, true, "PUBLISHED"],
    ],
  );
});

void test("Upcoming events come first, soonest first, then past ones, latest first, across pages", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  for (const hours of [-100, 30, -10, 5, 300]) await attend(site, member, hours);
  const whole = ["Regatta 5", "Regatta 30", "Regatta 300", "Regatta -10", "Regatta -100"];
  assert.deepEqual(namesOf(await registrationsOf(reader)), whole);
  for (const first of [1, 2, 3]) {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const args: string = after === null ? `(first: ${first})` : `(first: ${first}, after: "${after}")`;
      const page = await registrationsOf(reader, args);
      assert.equal(page.totalCount, 5);
      seen.push(...namesOf(page));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    assert.deepEqual(seen, whole);
  }
});

void test("Filters exclude past events and other states; a cursor is valid for its filter only", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  await attend(site, member, -10, { registration: { status: "no_show" } });
  await attend(site, member, 5);
  await attend(site, member, 9, { registration: { status: "waitlisted" } });
  const upcoming = await registrationsOf(reader, "(first: 1, filter: {upcomingOnly: true})");
  assert.deepEqual([upcoming.totalCount, namesOf(upcoming)], [2, ["Regatta 5"]]);
  const waiting = await registrationsOf(reader, "(filter: {statuses: [WAITLISTED, NO_SHOW]})");
  assert.deepEqual([waiting.totalCount, namesOf(waiting)], [2, ["Regatta 9", "Regatta -10"]]);
  const after = upcoming.pageInfo.endCursor;
  const refused = await reader.refusal(`{ viewer { eventRegistrations(after: "${after}") { totalCount } } }`);
  assert.equal(refused, "BAD_USER_INPUT");
  const empty = await reader.refusal("{ viewer { eventRegistrations(filter: {statuses: []}) { totalCount } } }");
  assert.equal(empty, "BAD_USER_INPUT");
});

void test("Drafts, deleted events and other members' registrations never appear", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const other = await aReader(site);
  await attend(site, member, 5, { event: { status: "draft" } });
  await attend(site, member, 6, { event: { deletedAt: new Date() } });
  await attend(site, member, 7, { registration: { deletedAt: new Date() } });
  await attend(site, other.member, 8);
  assert.deepEqual(await registrationsOf(reader), {
    nodes: [],
    totalCount: 0,
    pageInfo: { hasNextPage: false, endCursor: null },
  });
});
