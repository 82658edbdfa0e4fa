import type { SiteScope } from "#domain/platform/context.ts";

/** What proves that somebody completed a course; whoever has its serial can check it. */
export interface CertificateCard {
  serial: string;
  issuedAt: Date;
}

/** The valid one of each enrollment that has one. */
export async function newestCertificates(
  { db, site }: SiteScope,
  enrollmentIds: readonly string[],
): Promise<Map<string, CertificateCard>> {
  const found = await db.many<CertificateCard & { enrollmentId: string }>`
    select enrollment_id, serial, issued_at from certificates
     where site_id = ${site.id} and enrollment_id = any(${enrollmentIds}::uuid[]) and status = 'valid'
       and deleted_at is null`;
  return new Map(found.map(({ enrollmentId, ...card }) => [enrollmentId, card]));
}
