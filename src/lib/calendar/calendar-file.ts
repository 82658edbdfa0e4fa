export interface CalendarPerson {
  name: string;
  /** Email address. */
  address: string;
}

/** One entry of a calendar (RFC 5545 §3.6.1). Times are written in UTC, which every program reads. */
export interface CalendarEntry {
  /** Stable: programs replace the entry that has the same one. */
  uid: string;
  /** Grows with each change. Programs ignore an entry with a smaller number than theirs. */
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  title: string;
  description: string;
  place: { name: string; address?: string | null | undefined; geo?: Position | null | undefined } | null;
  url: string;
  status: "confirmed" | "tentative" | "canceled";
}

interface Position {
  latitude: number;
  longitude: number;
}

interface CalendarOptions {
  name: string;
  /** RFC 5546: an email invites or cancels, a file publishes. */
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  organizer?: CalendarPerson | undefined;
  /** The invited person, who has accepted by registering. */
  attendee?: CalendarPerson | undefined;
  /** Interval in which programs read a subscribed calendar again, in seconds. */
  refreshSeconds?: number;
}

/** Writes a calendar (RFC 5545). The same entries always give the same text. */
export async function calendarFile(entries: readonly CalendarEntry[], options: CalendarOptions): Promise<string> {
  const library = await import("ical-generator");
  const { ICalAttendeeStatus, ICalAttendeeType, ICalCalendarMethod, ICalEventStatus } = library;
  const statuses = {
    confirmed: ICalEventStatus.CONFIRMED,
    tentative: ICalEventStatus.TENTATIVE,
    canceled: ICalEventStatus.CANCELLED,
  };
  const { organizer, attendee, refreshSeconds } = options;
  const calendar = library.default({
    prodId: { company: "Lectern", product: "Calendar", language: "EN" },
    name: oneLine(options.name),
    method: ICalCalendarMethod[options.method],
    ...(refreshSeconds !== undefined && { ttl: refreshSeconds }),
  });
  for (const { uid, sequence, changedAt, startsAt, endsAt, title, description, place, url, status } of entries) {
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: startsAt,
      end: endsAt,
      summary: oneLine(title),
      description: withoutControls(description),
      ...(place && { location: locationOf(place) }),
      url,
      status: statuses[status],
      ...(organizer && { organizer: personOf(organizer) }),
      ...(attendee && {
        attendees: [
          {
            ...personOf(attendee),
            rsvp: false,
            status: ICalAttendeeStatus.ACCEPTED,
            type: ICalAttendeeType.INDIVIDUAL,
          },
        ],
      }),
    });
  }
  return `${calendar.toString()}\r\n`;
}

const personOf = ({ name, address }: CalendarPerson) => ({ name: oneLine(name), email: address });

const locationOf = ({ name, address, geo }: NonNullable<CalendarEntry["place"]>) => ({
  title: oneLine(name),
  ...(address && { address: oneLine(address) }),
  ...(geo && { geo: { lat: geo.latitude, lon: geo.longitude } }),
});

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** RFC 5545 §3.3.11: a text has no control characters but line breaks, which the library escapes. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, "");
