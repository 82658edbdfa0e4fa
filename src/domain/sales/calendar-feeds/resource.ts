import { defineResource } from "#domain/platform/resource.ts";

/** Private calendars of members, for calendar programs. */
export const calendarFeeds = defineResource({
  ids: { calendarFeed: "cal" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "calendar_feeds",
      holds: "Private calendar link",
      kind: "calendarFeed",
      owner: { column: "member_id" },
      impersonal: "site_id id created_at",
      exportedAs: "calendar-feeds",
      merging: { how: "end" },
      erasure: { how: "delete", why: "The link ends with the person." },
    },
  ],
  audit: {
    names: { calendar_feed: { en: "Private calendar link", "zh-TW": "私人行事曆連結" } },
    actions: {
      renewMyCalendar: { en: "A member created a private calendar link", "zh-TW": "成員建立私人行事曆連結" },
      endMyCalendar: { en: "A member deleted their private calendar link", "zh-TW": "成員刪除私人行事曆連結" },
    },
  },
});
