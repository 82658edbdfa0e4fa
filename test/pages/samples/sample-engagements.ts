import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { cancelQuestion } from "#pages/views/learn/my-events/cancel.ts";
import { myEvents } from "#pages/views/learn/my-events/my-events.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import type { Names } from "./sample-views.ts";

type At = (month: number) => Date;

/** Events, sessions and live lectures in every state that looks different. */
export function sampleEngagements(names: Names, at: At): ScheduleItem[] {
  const base = {
    kind: "event" as const,
    id: "reg_01k9g2c8p4e6t0v3x5y7z9b1d3",
    name: names.client,
    about: null,
    path: "/events/knots",
    startsAt: at(9),
    endsAt: new Date(at(9).getTime() + 5_400_000),
    timeZone: "Asia/Taipei",
    state: "confirmed" as const,
    format: "online" as const,
    place: null,
    joinUrl: null,
    hasJoin: true,
    code: null,
    seats: 1,
    mayCancel: true,
    isFree: true,
    offer: null,
  };
  const place = { name: names.site, address: names.person };
  return [
    { ...base, format: "hybrid", place, code: "AB12CD34EF", joinUrl: "https://meet.example/a", seats: 2 },
    { ...base, kind: "session", about: names.person, path: "/consulting/knots" },
    { ...base, kind: "session", about: names.person, format: "phone", hasJoin: false, mayCancel: false },
    { ...base, kind: "live", about: names.client, path: "/learn/knots/lec_1", timeZone: null, mayCancel: false },
    { ...base, format: "in_person", hasJoin: false, place: { name: names.site }, code: "AB12CD", isFree: false },
    { ...base, state: "waitlisted", hasJoin: false },
    {
      ...base,
      state: "offered",
      hasJoin: false,
      offer: { until: at(8), ticketId: crypto.randomUUID() },
      isFree: false,
    },
    { ...base, state: "canceled", hasJoin: false, mayCancel: false },
  ];
}

export function sampleMyEvents(page: PageContext, items: readonly ScheduleItem[], at: At): [string, string][] {
  const [first] = items;
  if (!first) throw new Error("There are no samples.");
  const now = at(9);
  const done = { what: "event", name: first.name } as const;
  const question = { item: first, cancellationHours: null };
  return [
    ["learn-events", myEvents(page, { upcoming: items, past: items.slice(0, 3), now, done })],
    ["learn-events-nothing", myEvents(page, { upcoming: [], past: [], now, done: undefined })],
    ["learn-events-cancel", cancelQuestion(page, { ...question, what: "event" })],
    ["learn-events-cancel-session", cancelQuestion(page, { ...question, what: "session", cancellationHours: 24 })],
    [
      "learn-events-too-late",
      cancelQuestion(page, { ...question, item: { ...first, mayCancel: false }, what: "waitlist" }),
    ],
  ];
}
