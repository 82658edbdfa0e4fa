import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const eventTickets = defineResource({
  ids: { eventTicket: "tkt" },
  tags: { event_tickets: "Paid and free tickets for events." },
  scopes: { read: "events:read", write: "events:write" },
  tables: [schoolData("event_tickets", "School content and offers")],
  audit: {
    names: { event_ticket: { en: "Event ticket", "zh-TW": "活動票券" } },
    actions: {
      createEventTicket: { en: "An event ticket was created", "zh-TW": "建立活動票券" },
      deleteEventTicket: { en: "An event ticket was deleted", "zh-TW": "刪除活動票券" },
      updateEventTicket: { en: "An event ticket was updated", "zh-TW": "修改活動票券" },
    },
  },
});
