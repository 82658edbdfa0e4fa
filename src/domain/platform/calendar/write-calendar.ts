import { type CalendarEntry, calendarFile, type CalendarPerson } from "#lib/calendar/calendar-file.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Appointment } from "./appointment.ts";

/** Labels in calendar entries. */
interface CalendarTexts {
  join: string;
  code: string;
  details: string;
  waitlist: string;
  canceled: string;
}

const texts: Record<Locale, CalendarTexts> = {
  en: {
    join: "Join: {value}",
    code: "Check-in code: {value}",
    details: "Details: {value}",
    waitlist: "Waitlist: {value}",
    canceled: "Canceled: {value}",
  },
  "zh-TW": {
    join: "線上參加：{value}",
    code: "報到碼：{value}",
    details: "詳細資訊：{value}",
    waitlist: "候補：{value}",
    canceled: "已取消：{value}",
  },
};

interface Written {
  site: Pick<Site, "name" | "origin">;
  locale: Locale;
  organizer?: CalendarPerson | undefined;
}

/** Writes the email attachment that adds an appointment to the calendar of its recipient, changes or removes it. */
export const writeInvitation = (
  appointment: Appointment,
  { site, locale, organizer, attendee }: Written & { organizer: CalendarPerson; attendee: CalendarPerson },
) => {
  const method = methodOf(appointment);
  const entries = [entryOf(appointment, site, locale)];
  return calendarFile(entries, { name: site.name, method, organizer, attendee });
};

export const methodOf = ({ state }: Appointment): "REQUEST" | "CANCEL" => (state === "canceled" ? "CANCEL" : "REQUEST");

/** Writes a file, or a calendar that programs subscribe to. */
export const writeCalendar = (
  appointments: readonly Appointment[],
  { site, locale, organizer, refreshSeconds }: Written & { refreshSeconds?: number },
): Promise<string> =>
  calendarFile(
    appointments.map((appointment) => entryOf(appointment, site, locale)),
    { name: site.name, method: "PUBLISH", organizer, ...(refreshSeconds !== undefined && { refreshSeconds }) },
  );

function entryOf(appointment: Appointment, { origin }: Written["site"], locale: Locale): CalendarEntry {
  const { id, sequence, changedAt, startsAt, endsAt, name, place, path, joinUrl, code, state } = appointment;
  const text = texts[locale];
  const url = `${origin}${path}`;
  const isIn = state === "confirmed";
  const lines = [
    ...(joinUrl !== null && isIn ? [fill(text.join, joinUrl)] : []),
    ...(code !== null && isIn ? [fill(text.code, code)] : []),
    fill(text.details, url),
  ];
  const titles = { confirmed: name, waitlisted: fill(text.waitlist, name), canceled: fill(text.canceled, name) };
  return {
    uid: id,
    sequence,
    changedAt,
    startsAt,
    endsAt,
    title: titles[state],
    description: lines.join("\n"),
    place: place ?? (joinUrl !== null && isIn ? { name: joinUrl } : null),
    url,
    status: state === "waitlisted" ? "tentative" : state,
  };
}

const fill = (text: string, value: string): string => text.replace("{value}", () => value);
