import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { CertificateRow } from "./certificate.ts";
import { findBySerial, insertCertificate } from "./queries.ts";
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
  const id = newId();
  const isFree = (await findBySerial(context, certificate.serial)) === undefined;
  const serial = isFree ? certificate.serial : newSerial();
  await insertCertificate(context, { ...certificate, id, serial }, context.now);
  return id;
}
