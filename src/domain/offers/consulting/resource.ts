import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Bookable sessions with a lecturer. */
export const consulting = defineResource({
  ids: { consultingService: "csv", consultingGrant: "cgr" },
  tags: { consulting_services: "Services with sessions that can be booked." },
  scopes: { read: "digital_products:read", write: "digital_products:write" },
  tables: [
    {
      table: "consulting_grants",
      holds: "Purchased consulting sessions",
      kind: "consultingGrant",
      owner: { column: "member_id" },
      personal: "external_id metadata",
      impersonal:
        "site_id id service_id source source_id sessions_total sessions_used granted_at expires_at version created_at updated_at deleted_at",
      exportedAs: "consulting-sessions",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { external_id: "null", metadata: "'{}'" },
        why: "Statistics count sales.",
      },
    },
    schoolData("consulting_services", "School content and offers"),
    schoolData("consulting_service_lecturers", "School content and offers"),
  ],
  audit: {
    names: { consulting_service: { en: "Consulting service", "zh-TW": "諮詢服務" } },
    actions: {
      createConsultingService: { en: "A consulting service was created", "zh-TW": "建立諮詢服務" },
      deleteConsultingService: { en: "A consulting service was deleted or archived", "zh-TW": "刪除或封存諮詢服務" },
      replaceAvailability: {
        en: "The availability of a consulting service was changed",
        "zh-TW": "修改諮詢服務的可預約時間",
      },
      updateConsultingService: { en: "A consulting service was updated", "zh-TW": "修改諮詢服務" },
    },
  },
  exports: ["consulting_services"],
});
