import { defineResource } from "#domain/platform/resource.ts";

/** Private notes and bookmarks of members in lectures. No scope reads them. */
export const lectureNotes = defineResource({
  ids: { lectureNote: "lnt" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "lecture_notes",
      holds: "Private notes and bookmarks in lectures",
      kind: "lectureNote",
      owner: { column: "member_id" },
      personal: "position_seconds text",
      impersonal: "site_id id course_id lecture_id revision writer created_at saved_at",
      fixed: "revision writer",
      exportedAs: "lecture-notes",
      merging: { how: "move" },
      erasure: { how: "delete", why: "Only the person reads them." },
    },
  ],
  audit: { names: {}, actions: {} },
});
