import { defineResource } from "#domain/platform/resource.ts";

/** Certificates of course completion. */
export const certificates = defineResource({
  ids: { certificate: "crt" },
  tags: { certificates: "Proof that a student completed a course." },
  scopes: { read: "students:read", write: "students:write" },
  events: {
    "certificate.issued": { about: "A certificate was issued" },
    "certificate.revoked": { about: "A certificate was revoked" },
  },
  tables: [
    {
      table: "certificates",
      holds: "Certificates of course completion, with the person's name",
      kind: "certificate",
      owner: { column: "student_id" },
      personal: "serial student_name revoke_reason external_id metadata",
      impersonal:
        "site_id id enrollment_id course_id course_name status issued_at revoked_at version created_at updated_at deleted_at counted_issued_at expires_at status_index",
      exportedAs: "certificates",
      merging: { how: "move" },
      erasure: {
        how: "delete",
        why: "The certificate number becomes unknown, so the certificate can no longer be verified.",
      },
    },
  ],
  audit: {
    names: { certificate: { en: "Certificate", "zh-TW": "證書" } },
    actions: {
      changeCertificatesOfCourse: {
        en: "The certificate setting of a course was changed",
        "zh-TW": "變更課程的證書設定",
      },
      issueCertificate: { en: "A certificate was issued", "zh-TW": "核發證書" },
      revokeCertificate: { en: "A certificate was revoked", "zh-TW": "撤銷證書" },
    },
  },
  exports: ["certificates"],
});
