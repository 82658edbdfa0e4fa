import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import { day, hour, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { newestId } from "./newest-id.ts";
import type { AMember, ASite } from "../world.ts";

/** A digital product and a consulting service of this name that the member has bought, with a booking. */
export async function insertProducts({ site }: ASite, { id: memberId }: AMember, name: string): Promise<void> {
  const siteId = site.id;
  const slug = name.toLowerCase();
  const dates = { createdAt: now(), updatedAt: now() };
  const [productId, serviceId, grantId] = [newId(), newId(), newId()];
  const [fileId, lecturerId, intakeFormId] = [
    await newestId(siteId, "files"),
    await newestId(siteId, "lecturers"),
    await newestId(siteId, "forms"),
  ];
  const grant = { memberId, source: "manual", grantedAt: now(), ...dates };

  await database.run`insert into digital_products ${rows({ siteId, id: productId, name, slug, ...dates })}`;
  await database.run`insert into digital_product_files ${rows({ siteId, productId, fileId, position: 0 })}`;
  await database.run`insert into digital_product_grants ${rows({ siteId, id: newId(), productId, ...grant })}`;

  await database.run`insert into begun_downloads ${rows({ siteId, digest: digest(newId()), expiresAt: now() })}`;

  const service = { id: serviceId, name, slug, durationMinutes: 60, intakeFormId };
  await database.run`insert into consulting_services ${rows({ siteId, ...service, ...dates })}`;
  await database.run`insert into consulting_service_lecturers ${rows({ siteId, serviceId, lecturerId, position: 0 })}`;
  const sessions = { id: grantId, serviceId, sessionsTotal: 1 };
  await database.run`insert into consulting_grants ${rows({ siteId, ...sessions, ...grant })}`;
  const startsAt = new Date(now().getTime() + day);
  const endsAt = new Date(startsAt.getTime() + hour);
  const booking = { id: newId(), serviceId, memberId, lecturerId, grantId, startsAt, endsAt };
  await database.run`insert into consulting_bookings ${rows({ siteId, ...booking, ...dates })}`;
}
