import type { Context } from "#domain/platform/context.ts";

/** A course certificate. Anyone who has its serial can verify it. */
export interface CertificateCard {
  serial: string;
  issuedAt: Date;
  expiresAt: Date | null;
}

/** Returns the valid certificates that have not expired, keyed by enrollment ID. */
export async function newestCertificates(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  enrollmentIds: readonly string[],
): Promise<Map<string, CertificateCard>> {
  const found = await db.many<CertificateCard & { enrollmentId: string }>`
    select enrollment_id, serial, issued_at, expires_at from certificates
     where site_id = ${site.id} and enrollment_id = any(${enrollmentIds}::uuid[]) and status = 'valid'
       and deleted_at is null and (expires_at is null or expires_at > ${now})`;
  return new Map(found.map(({ enrollmentId, ...card }) => [enrollmentId, card]));
}
