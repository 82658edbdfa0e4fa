import { defineResource } from "#domain/platform/resource.ts";

/** Booked consulting sessions. */
export const consultingBookings = defineResource({
  ids: { consultingBooking: "bkg" },
  tags: { consulting_bookings: "Booked consulting sessions." },
  scopes: { read: "digital_products:read", write: "digital_products:write" },
  events: {
    "consulting_booking.created": { about: "A consulting session was booked" },
    "consulting_booking.rescheduled": { about: "A consulting session was rescheduled" },
    "consulting_booking.canceled": { about: "A consulting session was canceled" },
    "consulting_booking.completed": { about: "A consulting session took place" },
  },
  tables: [
    {
      table: "consulting_bookings",
      holds: "Consulting bookings and form answers",
      kind: "consultingBooking",
      owner: { column: "member_id" },
      personal: "meeting_url answers external_id metadata",
      impersonal:
        "site_id id service_id lecturer_id grant_id starts_at ends_at status version created_at updated_at deleted_at",
      exportedAs: "consulting-bookings",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { meeting_url: "null", answers: "'{}'", external_id: "null", metadata: "'{}'" },
        why: "Statistics count sessions. Answers and meeting URLs are deleted. A person with a future booking cannot be erased.",
      },
    },
  ],
  audit: {
    names: { consulting_booking: { en: "Consulting session", "zh-TW": "諮詢預約" } },
    actions: {
      bookMySession: { en: "A member booked a consulting session", "zh-TW": "成員預約諮詢" },
      cancelConsultingBooking: { en: "A consulting session was canceled", "zh-TW": "取消諮詢預約" },
      cancelMySession: { en: "A member canceled a consulting session", "zh-TW": "成員取消諮詢預約" },
      completeConsultingBooking: { en: "A consulting session was completed", "zh-TW": "完成諮詢預約或記錄缺席" },
      createConsultingBooking: { en: "A consulting session was booked", "zh-TW": "為他人預約諮詢" },
      rescheduleConsultingBooking: { en: "A consulting session was rescheduled", "zh-TW": "更改諮詢預約時間" },
    },
  },
  exports: ["consulting_bookings"],
});
