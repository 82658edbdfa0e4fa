import type * as z from "zod";
import type { showEvent } from "#domain/public-catalog/events.ts";
import { writtenIn } from "#lib/time/zoned-time.ts";
import { bullets, facts, linkedPrice, names, part } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import type { DocumentText } from "./text/document-text.ts";

type Event = z.output<typeof showEvent.output>;

/** `/events/{slug}.md`: date, location and price. */
export const eventDocument = (text: DocumentText, event: Event): string => `# ${plain(event.name)}

${event.summary ? `> ${plain(event.summary)}\n\n` : ""}${facts(text, {
  url: event.url,
  status: event.status === "published" ? null : text.eventStatuses[event.status],
  starts: `${writtenIn(event.timeZone, event.startsAt)} (${event.timeZone})`,
  ends: `${writtenIn(event.timeZone, event.endsAt)} (${event.timeZone})`,
  format: text.formats[event.format],
  location: locationOf(event.location),
  seatsLeft: event.seatsLeft === null ? null : String(event.seatsLeft),
  lecturers: names(event.lecturers),
})}

${event.descriptionMarkdown}
${part(text.parts.tickets, bullets(event.tickets.map((ticket) => text.fact(plain(ticket.name), linkedPrice(text, ticket.price, ticket)))))}`;

const locationOf = (location: Event["location"]): string =>
  location === null ? "" : plain([location.name, location.address].filter((line) => line).join(", "));
