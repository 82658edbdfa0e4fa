import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const eventCategories = defineResource({
  ids: { eventCategory: "ect" },
  tags: { event_categories: "Categories of events." },
  scopes: { read: "events:read", write: "events:write" },
  tables: [schoolData("event_categories", "School content and offers")],
  audit: {
    names: {},
    actions: {
      createEventCategory: { en: "An event category was created", "zh-TW": "建立活動分類" },
      deleteEventCategory: { en: "An event category was deleted", "zh-TW": "刪除活動分類" },
      updateEventCategory: { en: "An event category was updated", "zh-TW": "修改活動分類" },
    },
  },
});
