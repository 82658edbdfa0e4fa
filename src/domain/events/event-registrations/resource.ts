import { defineResource } from "#domain/platform/resource.ts";

export const eventRegistrations = defineResource({
  ids: { eventRegistration: "reg" },
  tags: { event_registrations: "Registrations for events, with attendance." },
  scopes: { read: "events:read", write: "events:write" },
  events: {
    "event_registration.created": { about: "A person was registered or put on the waitlist" },
    "event_registration.promoted": { about: "A person on the waitlist got a seat" },
    "event_registration.checked_in": { about: "A person was checked in at an event" },
    "event_registration.check_in_undone": { about: "A check-in at an event was undone" },
    "event_registration.canceled": { about: "A registration for an event was canceled" },
  },
  tables: [
    {
      table: "event_registrations",
      holds: "Event registrations and form answers",
      kind: "eventRegistration",
      owner: { column: "member_id" },
      personal: "check_in_code answers external_id metadata",
      impersonal:
        "site_id id source_id event_id ticket_id quantity status offered_until checked_in_at canceled_at source version created_at updated_at deleted_at counted_status counted_quantity counted_ends_at",
      fixed: "counted_status",
      exportedAs: "event-registrations",
      merging: { how: "own" },
      erasure: {
        how: "pseudonymize",
        blank: { check_in_code: "id::text", answers: "'{}'", external_id: "null", metadata: "'{}'" },
        why: "Statistics count seats and attendance. Answers and check-in codes are deleted. A person with a registration for a future event cannot be erased.",
      },
    },
  ],
  audit: {
    names: { event_registration: { en: "Event registration", "zh-TW": "活動報名" } },
    actions: {
      registerMyself: { en: "A member registered for a free event", "zh-TW": "成員報名免費活動" },
      cancelMyRegistration: { en: "A member canceled their own registration", "zh-TW": "成員取消自己的報名" },
      cancelRegistration: { en: "A registration for an event was canceled", "zh-TW": "取消活動報名" },
      checkInByCode: { en: "A person was checked in at an event", "zh-TW": "活動報到" },
      checkInRegistration: { en: "A person was checked in at an event", "zh-TW": "活動報到" },
      undoCheckInRegistration: { en: "A check-in at an event was undone", "zh-TW": "取消活動報到" },
      registerForEvent: { en: "A person was registered for an event", "zh-TW": "為他人報名活動" },
      registerManyForEvent: { en: "People were registered for an event in bulk", "zh-TW": "批次報名活動" },
    },
  },
  exports: ["event_registrations"],
});
