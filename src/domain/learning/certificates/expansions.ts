import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
import { Certificate, serializeCertificate } from "./certificate.ts";
import { listCertificatesOf } from "./queries.ts";

/** The certificates of a student. */
export const itsCertificates = owned(
  {
    scope: "students:read",
    item: Certificate,
    find: async (context: Context, ids) => {
      const rows = await listCertificatesOf(context, ids, ofOwnCourses(context, sql`certificates`));
      return rows.map((row) => serializeCertificate(context.site, row));
    },
  },
  (certificate: { studentId: string }) => certificate.studentId,
);
