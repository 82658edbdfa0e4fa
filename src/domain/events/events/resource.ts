import { displayedBy } from "#domain/platform/file-use.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Events with a date. */
export const events = defineResource({
  ids: { event: "evn" },
  tags: { events: "Events with a date, online or in person." },
  scopes: { read: "events:read", write: "events:write" },
  events: {
    "event.created": { about: "An event was created" },
    "event.updated": { about: "An event was updated" },
    "event.published": { about: "An event was published" },
    "event.canceled": { about: "An event was canceled" },
    "event.starting_soon": { about: "An event starts in 24 hours or in 1 hour" },
  },
  tables: [
    schoolData("events", "School content and offers"),
    schoolData("event_lecturers", "School content and offers"),
  ],
  fileUses: [displayedBy("event", "events", "cover_file_id")],
  audit: {
    names: { event: { en: "Event", "zh-TW": "活動" } },
    actions: {
      cancelEvent: { en: "An event was canceled", "zh-TW": "取消活動" },
      createEvent: { en: "An event was created", "zh-TW": "建立活動" },
      deleteEvent: { en: "An event was deleted", "zh-TW": "刪除活動" },
      publishEvent: { en: "An event was published", "zh-TW": "發布活動" },
      updateEvent: { en: "An event was updated", "zh-TW": "修改活動" },
      upsertEvent: { en: "An event was created or updated", "zh-TW": "建立或修改活動" },
    },
  },
  exports: ["events"],
});
