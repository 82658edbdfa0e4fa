import { defineResource } from "#domain/platform/resource.ts";

export const audit = defineResource({
  ids: { auditEntry: "aud" },
  tags: { audit_log: "A record of changes with actor, action and time." },
  scopes: { read: "school:read", write: null },
  tables: [
    {
      table: "audit_entries",
      holds: "Security-relevant actions, with actor and IP address",
      kind: "auditEntry",
      actors: "member_id",
      personal: "resource_id details address",
      impersonal: "site_id id action actor_kind client_id resource_type request_id created_at",
      fixed: "action actor_kind resource_type request_id",
      exportedAs: "activity",
      merging: { how: "keep" },
      erasure: {
        how: "search",
        why: "The log stays. The person's ID is replaced by a pseudonym. Their addresses and all identifying details are deleted.",
      },
    },
  ],
  exports: ["audit_log"],
});
