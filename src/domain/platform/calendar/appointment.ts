/** Something that a member attends, for their calendar. Without texts of a language. */
export interface Appointment {
  /** ID on the wire, by which calendars recognize the entry. */
  id: string;
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  name: string;
  place: { name: string; address?: string | null | undefined; geo?: Geo | null | undefined } | null;
  /** Path of its page. */
  path: string;
  /** Address of the online meeting, if the member has it. */
  joinUrl: string | null;
  /** Code for check-in at the door. */
  code: string | null;
  state: "confirmed" | "waitlisted" | "canceled";
}

interface Geo {
  latitude: number;
  longitude: number;
}
