import type { AdminResource } from "./resource.ts";

/** Resources of people, by the `object` of their schema. */
export const peopleResources = {
  member: {
    group: "people",
    names: { en: ["member", "Members"], "zh-TW": "成員" },
    about: { en: "Students and staff of this school.", "zh-TW": "本校的學員與工作人員。" },
    label: ["name", "email"],
    facts: ["email", "roles", "status", "joined_at", "last_sign_in_at"],
    first: ["email", "name", "roles", "message"],
    rare: ["time_zone", "locale", "phone", "picture_file_id", "custom_fields", "marketing_consent"],
  },
  student: {
    group: "people",
    names: { en: ["student", "Students"], "zh-TW": "學員" },
    about: {
      en: "Members who learn, with their courses and progress.",
      "zh-TW": "正在學習的成員，以及他們的課程與進度。",
    },
    label: ["name", "email"],
    facts: ["email", "enrollment_count", "completed_count", "last_active_at"],
    rare: ["phone", "locale", "picture_file_id", "custom_fields"],
  },
  enrollment: {
    group: "people",
    names: { en: ["enrollment", "Enrollments"], "zh-TW": "選課" },
    about: {
      en: "Who may learn in which course, and until when.",
      "zh-TW": "誰可以學習哪一門課程，以及到什麼時候。",
    },
    label: ["student_id"],
    facts: ["course_id", "status", "source", "enrolled_at", "expires_at"],
    first: ["student_id", "course_id", "plan_id"],
  },
  group: {
    group: "people",
    names: { en: ["group", "Groups"], "zh-TW": "群組" },
    about: {
      en: "Students of a group are enrolled in all of its courses.",
      "zh-TW": "群組的學員會加入群組的所有課程。",
    },
    label: ["name"],
    facts: ["student_count", "course_ids", "starts_at", "ends_at"],
  },
  invitation: {
    group: "people",
    names: { en: ["invitation", "Invitations"], "zh-TW": "邀請" },
    about: {
      en: "People who were invited by email and have not joined yet. New members receive an invitation.",
      "zh-TW": "已寄出電子郵件邀請、尚未加入的人。新增成員時會寄出邀請。",
    },
    label: ["email"],
    facts: ["roles", "status", "sent_at", "expires_at"],
  },
  member_field: {
    group: "people",
    names: { en: ["member field", "Member fields"], "zh-TW": "成員欄位" },
    about: {
      en: "Further fields of the profiles of members.",
      "zh-TW": "成員個人資料的其他欄位。",
    },
    label: ["label"],
    facts: ["handle", "kind", "required", "visible_to_member"],
    rare: ["position"],
  },
  member_note: {
    names: { en: ["note", "Notes"], "zh-TW": "備註" },
    label: ["body"],
    facts: ["author_id", "created_at"],
  },
  member_download: {
    names: { en: ["download", "Downloads"], "zh-TW": "下載商品" },
    label: ["product_id"],
    facts: ["source", "granted_at", "expires_at", "downloads"],
  },
  message: {
    group: "people",
    names: { en: ["message", "Messages"], "zh-TW": "訊息" },
    about: {
      en: "What you wrote to people: one person, a course, an event, a membership or a group.",
      "zh-TW": "寫給大家的訊息：可以是一個人、一門課程、一場活動、一個會員方案或一個群組。",
    },
    label: ["subject"],
    facts: ["status", "recipient_count", "emailed_count", "scheduled_at", "created_at"],
    first: ["audience", "subject", "body_markdown", "scheduled_at"],
  },
  message_recipient: {
    names: { en: ["recipient", "Recipients"], "zh-TW": "收件人" },
    label: ["member_id"],
    facts: ["result", "in_inbox", "at"],
  },
  member_merge: {
    names: { en: ["merge", "Merges"], "zh-TW": "合併" },
    label: ["from_member_id"],
    facts: ["into_member_id", "status", "created_at"],
  },
  activity: {
    names: { en: ["activity", "Activity"], "zh-TW": "活動紀錄" },
    label: ["kind"],
    facts: ["course_id", "at"],
  },
  audit_entry: {
    names: { en: ["audit log entry", "Audit log"], "zh-TW": "稽核紀錄" },
    label: ["action"],
    facts: ["created_at"],
  },
} as const satisfies Record<string, AdminResource>;
