import ICAL from "ical.js";
import type { ReceivedMail } from "../doubles/mail-server.ts";

/** An entry as another program reads it. */
interface ReadEntry {
  uid: string;
  sequence: number;
  summary: string;
  location: string | null;
  description: string;
  status: string;
  url: string;
  organizer: string | null;
  attendee: string | null;
  /** Milliseconds. */
  startsAt: number;
  endsAt: number;
}

export interface ReadCalendar {
  method: string;
  entries: ReadEntry[];
}

/** Parses a calendar (RFC 5545). Throws if it is malformed, or a line is longer than 75 bytes. */
export function readCalendar(text: string): ReadCalendar {
  const long = text.split("\r\n").find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`A line is too long: ${long}`);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const entries = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const value = (name: string) => component.getFirstPropertyValue(name);
    const textOf = (name: string) => (value(name) === null ? null : String(value(name)));
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: textOf("location"),
      description: event.description,
      status: String(value("status")),
      url: String(value("url")),
      organizer: textOf("organizer"),
      attendee: textOf("attendee"),
      startsAt: event.startDate.toJSDate().getTime(),
      endsAt: event.endDate.toJSDate().getTime(),
    };
  });
  return { method: String(calendar.getFirstPropertyValue("method")), entries };
}

/** Reads the calendar file of an email, which has the same entry as an alternative to its text (RFC 6047). */
export function calendarIn({ email, raw }: ReceivedMail): ReadCalendar {
  // The bytes as sent: the parser of emails changes the ends of lines.
  const [, encoded] = /filename=event\.ics\r\nContent-Transfer-Encoding: base64\r\n\r\n([\w+/=\r\n]+)/.exec(raw) ?? [];
  if (encoded === undefined) throw new Error(`No calendar file: ${email.subject}`);
  const calendar = readCalendar(Buffer.from(encoded, "base64").toString());
  if (!new RegExp(`Content-Type: text/calendar; charset=utf-8; method=${calendar.method}`, "i").test(raw)) {
    throw new Error(`The email does not name the method ${calendar.method}.`);
  }
  return calendar;
}
