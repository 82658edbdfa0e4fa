import { hash } from "node:crypto";
import { rows } from "#database/statements/sql.ts";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import type { AMember, ASite } from "../../support/world.ts";

type Row = Record<string, unknown>;
const dates = () => ({ createdAt: now(), updatedAt: now() });
const later = (hours: number) => new Date(now().getTime() + hours * hour);

/** A private file with these bytes. */
export async function aFile(site: ASite, text = "Bowline, sheet bend, clove hitch."): Promise<string> {
  const bytes = Buffer.from(text);
  const context = { ...site.context(), caller: { kind: "cli" } as const, storage };
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "digital_product");
  const about = { filename: "knots.txt", purpose: "digital_product", visibility: "private" } as const;
  return (await keepFile(context, about, content)).id;
}

/** A digital product with a file, granted to the member. */
export async function giveProduct(
  site: ASite,
  { id: memberId }: AMember,
  { product = {}, grant = {} }: { product?: Row; grant?: Row } = {},
) {
  const siteId = site.id;
  const [productId, grantId, fileId] = [newId(), newId(), await aFile(site)];
  const slug = `knots-${productId}`;
  const sold = { id: productId, name: "Knots", slug, status: "published", ...dates(), ...product };
  await database.run`insert into digital_products ${rows({ siteId, ...sold })}`;
  await database.run`insert into digital_product_files ${rows({ siteId, productId, fileId, position: 0 })}`;
  const grantRow = { id: grantId, productId, memberId, source: "purchase", grantedAt: now(), ...dates(), ...grant };
  await database.run`insert into digital_product_grants ${rows({ siteId, ...grantRow })}`;
  return { productId, grantId, fileId, slug };
}

export async function aLecturer(site: ASite, row: Row = {}): Promise<string> {
  const id = newId();
  const lecturer = { id, name: "Mei Lin", slug: `mei-${id}`, title: "Rigger", ...dates(), ...row };
  await database.run`insert into lecturers ${rows({ siteId: site.id, ...lecturer })}`;
  return id;
}

/** A consulting service with sessions granted to the member. */
export async function giveSessions(
  site: ASite,
  { id: memberId }: AMember,
  { service = {}, grant = {} }: { service?: Row; grant?: Row } = {},
) {
  const siteId = site.id;
  const [serviceId, grantId, lecturerId] = [newId(), newId(), await aLecturer(site)];
  const slug = `advice-${serviceId}`;
  const availability = { timeZone: "Asia/Taipei", weekly: [] };
  const offered = { id: serviceId, name: "Advice", slug, durationMinutes: 60, availability, ...dates(), ...service };
  await database.run`insert into consulting_services ${rows({ siteId, ...offered })}`;
  await database.run`
    insert into consulting_service_lecturers ${rows({ siteId, serviceId, lecturerId, position: 0 })}`;
  const base = { id: grantId, serviceId, memberId, source: "purchase", sessionsTotal: 3, grantedAt: now(), ...dates() };
  await database.run`insert into consulting_grants ${rows({ siteId, ...base, ...grant })}`;
  return { serviceId, grantId, lecturerId, slug };
}

/** A session that the member booked, starting in this many hours. */
export async function book(
  site: ASite,
  { id: memberId }: AMember,
  { serviceId, lecturerId }: { serviceId: string; lecturerId: string },
  hours: number,
  row: Row = {},
): Promise<string> {
  const id = newId();
  const session = { id, serviceId, memberId, lecturerId, startsAt: later(hours), endsAt: later(hours + 1), ...dates() };
  await database.run`
    insert into consulting_bookings ${rows({ siteId: site.id, ...session, meetingUrl: "https://meet.example/1", ...row })}`;
  return id;
}

/** An event that starts in this many hours, with a registration of the member. */
export async function attend(
  site: ASite,
  { id: memberId }: AMember,
  hours: number,
  { event = {}, registration = {} }: { event?: Row; registration?: Row } = {},
) {
  const siteId = site.id;
  const [eventId, ticketId, registrationId] = [newId(), newId(), newId()];
  const name = `Regatta ${hours}`;
  const eventTimes = {
    id: eventId,
    name,
    slug: `regatta-${eventId}`,
    status: "published",
    format: "hybrid",
    startsAt: later(hours),
    endsAt: later(hours + 2),
    timeZone: "Asia/Taipei",
    location: { name: "Pier 3", address: "1 Quay Street" },
    onlineUrl: "https://stream.example/1",
    ...dates(),
  };
  await database.run`insert into events ${rows({ siteId, ...eventTimes, ...event })}`;
  await database.run`insert into event_tickets ${rows({ siteId, id: ticketId, eventId, name: "Crew", ...dates() })}`;
  const registered = {
    id: registrationId,
    eventId,
    ticketId,
    memberId,
    quantity: 2,
    status: "registered",
    checkInCode: `C${registrationId.slice(-8)}`,
    source: "purchase",
    ...dates(),
  };
  await database.run`insert into event_registrations ${rows({ siteId, ...registered, ...registration })}`;
  return { eventId, ticketId, registrationId, name };
}

/** Adds a notification to the member's inbox, dated `hoursAgo`. */
export async function notify(
  { site }: ASite,
  { id: memberId }: AMember,
  hoursAgo: number,
  row: object = {},
): Promise<string> {
  const id = newId();
  const createdAt = new Date(now().getTime() - hoursAgo * hour);
  const news = { id, memberId, topic: "announcement", title: `News ${hoursAgo}`, body: "Sails.", createdAt, ...row };
  await database.run`insert into notifications ${rows({ siteId: site.id, ...news })}`;
  return formatId("notification", id);
}
