import type { ResourceDeclaration } from "./resource.ts";

/** Resources of people, by the `object` of their schema. */
export const peopleResources = {
  member: {
    group: "people",
    label: ["name", "email"],
    facts: ["email", "roles", "status", "joined_at", "last_sign_in_at"],
    first: ["email", "name", "roles", "message"],
    rare: ["time_zone", "locale", "phone", "picture_file_id", "custom_fields", "marketing_consent"],
  },
  student: {
    group: "people",
    label: ["name", "email"],
    facts: ["email", "enrollment_count", "completed_count", "last_active_at"],
    rare: ["phone", "locale", "picture_file_id", "custom_fields"],
  },
  enrollment: {
    group: "people",
    label: ["student_id"],
    facts: ["course_id", "status", "source", "enrolled_at", "expires_at"],
    first: ["student_id", "course_id", "plan_id"],
  },
  group: {
    group: "people",
    label: ["name"],
    facts: ["student_count", "course_ids", "starts_at", "ends_at"],
  },
  invitation: {
    group: "people",
    label: ["email"],
    facts: ["roles", "status", "sent_at", "expires_at"],
  },
  member_field: {
    group: "people",
    label: ["label"],
    facts: ["handle", "kind", "required", "visible_to_member"],
    rare: ["position"],
  },
  member_note: {
    label: ["body"],
    facts: ["author_id", "created_at"],
  },
  member_download: {
    label: ["product_id"],
    facts: ["source", "granted_at", "expires_at", "downloads"],
  },
  message: {
    group: "people",
    label: ["subject"],
    facts: ["status", "recipient_count", "emailed_count", "scheduled_at", "created_at"],
    first: ["audience", "subject", "body_markdown", "scheduled_at"],
  },
  message_recipient: {
    label: ["member_id"],
    facts: ["result", "in_inbox", "at"],
  },
  member_merge: {
    label: ["from_member_id"],
    facts: ["into_member_id", "status", "created_at"],
  },
  activity: {
    label: ["kind"],
    facts: ["course_id", "at"],
  },
  audit_entry: {
    label: ["action"],
    facts: ["created_at"],
  },
} as const satisfies Record<string, ResourceDeclaration>;
