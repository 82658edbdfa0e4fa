import type * as z from "zod";
import type { showEvent } from "#domain/catalog/public-catalog/events.ts";
import { writtenIn } from "#lib/zoned-time.ts";
import { bullets, facts, names, part, plain, priceOf } from "./markdown.ts";

type Event = z.output<typeof showEvent.output>;

/** `/events/{slug}.md`: date, location and price. */
export const eventDocument = (event: Event): string => `# ${plain(event.name)}

${event.summary ? `> ${plain(event.summary)}\n\n` : ""}${facts({
  URL: event.url,
  Status: event.status === "published" ? null : event.status,
  Starts: `${writtenIn(event.timeZone, event.startsAt)} (${event.timeZone})`,
  Ends: `${writtenIn(event.timeZone, event.endsAt)} (${event.timeZone})`,
  Format: event.format.replaceAll("_", " "),
  Location: locationOf(event.location),
  "Seats left": event.seatsLeft === null ? null : String(event.seatsLeft),
  Lecturers: names(event.lecturers),
})}

${event.descriptionMarkdown}
${part("Tickets", bullets(event.tickets.map((ticket) => `${plain(ticket.name)}: ${priceOf(ticket.price)}`)))}`;

const locationOf = (location: Event["location"]): string =>
  location === null ? "" : plain([location.name, location.address].filter((text) => text).join(", "));
