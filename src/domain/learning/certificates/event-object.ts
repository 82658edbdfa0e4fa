import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Certificate, type CertificateRow, serializeCertificate } from "./certificate.ts";
import { columns } from "./queries.ts";

export const object = eventObject<CertificateRow>({
  schema: Certificate,
  table: sql`certificates`,
  columns,
  serializeRow: (row, { site }) => serializeCertificate(site, row),
});
