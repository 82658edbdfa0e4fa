import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { CertificateRow } from "./certificate.ts";
import { findBySerial } from "./queries.ts";
import { newSerial } from "./serial.ts";

type FormerCertificate = Omit<CertificateRow, "id" | "version" | "createdAt" | "updatedAt">;

/**
 * Inserts a certificate of another site with its names, dates and status. It keeps its serial, so that printed addresses
 * can be verified here, unless another certificate of this site has it. Returns its ID.
 */
export async function restoreCertificate(
  context: Pick<Context, "db" | "site" | "now">,
  certificate: FormerCertificate,
): Promise<string> {
  const { db, site, now } = context;
  const id = newId();
  const isFree = (await findBySerial(context, certificate.serial)) === undefined;
  const serial = isFree ? certificate.serial : newSerial();
  await db.run`
    insert into certificates ${rows({ siteId: site.id, ...certificate, id, serial, createdAt: now, updatedAt: now })}`;
  return id;
}
