import type { FastifyInstance, FastifyReply } from "fastify";
import type * as z from "zod";
import {
  checkInByCode,
  checkInRegistration,
  undoCheckInRegistration,
} from "#domain/events/event-registrations/change-registration.ts";
import { getGuestList } from "#domain/events/event-registrations/guest-list.ts";
import type { EventRegistration } from "#domain/events/event-registrations/registration.ts";
import { getEventRegistration } from "#domain/events/event-registrations/list-registrations.ts";
import { listEventTickets } from "#domain/events/event-tickets/list-event-tickets.ts";
import { getEvent } from "#domain/events/events/list-events.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { valueLabel } from "../../text/fields/texts.ts";
import {
  checkInView,
  type Guest,
  type GuestFilter,
  guestFilters,
  type Outcome,
} from "../../views/admin/events/check-in.ts";
import { timestampText } from "../../views/parts/dates.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { hrefOf } from "../parts/href-of.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";

const path = "/admin/events/:event/check-in";

interface Search {
  q: string;
  show: GuestFilter;
}

/** GET and POST /admin/events/{event}/check-in: the guest list at the door. */
export function checkInPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { q, show, done, guest } = request.query;
    const outcome = done !== undefined && guest !== undefined ? await outcomeOf(pageRequest, done, guest) : undefined;
    return send(pageRequest, request.params.event, searchIn({ q, show }), { outcome });
  });

  postForm(app, path, async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const { event } = request.params;
    const address = `/admin/events/${encodeURIComponent(event)}/check-in`;
    const search = searchIn({ q: form.get("q"), show: form.get("show") });
    const undo = form.get("undo");
    const guest = form.get("guest");
    const code = (form.get("code") ?? "").trim();
    if (undo === undefined && guest === undefined && code === "") {
      const { problems } = textFor(derivedPageOf(pageRequest, "/events").locale).admin.checkIn;
      return send(pageRequest, event, search, { problem: problems.empty, status: 422 });
    }
    try {
      const [done, id] =
        undo === undefined ? await checkIn(pageRequest, event, { guest, code }) : await undoCheckIn(pageRequest, undo);
      const query = new URLSearchParams({ ...queryOf(search, code), done, guest: id });
      return await reply.redirect(`${address}?${query.toString()}`, 303);
    } catch (error) {
      if (!(error instanceof Problem) || !["not_found", "invalid_state", "etag_mismatch"].includes(error.code))
        throw error;
      const problem = await problemText(pageRequest, error, { guest, code });
      return send(pageRequest, event, search, { problem, code, status: error.code === "etag_mismatch" ? 409 : 422 });
    }
  });
}

const searchIn = ({ q = "", show }: { q?: string | undefined; show?: string | undefined }): Search => ({
  q: q.trim().slice(0, 100),
  show: guestFilters.find((name) => name === show) ?? "all",
});

/** After a code was entered, the whole list is next. */
const queryOf = ({ q, show }: Search, code: string): Record<string, string> => ({
  ...(q !== "" && code === "" && { q }),
  ...(show !== "all" && { show }),
});

interface Named {
  guest: string | undefined;
  code: string;
}

async function checkIn(
  { context }: AdminPageRequest,
  event: string,
  { guest, code }: Named,
): Promise<[done: string, id: string]> {
  const { id, checkedInAt } =
    guest === undefined
      ? await perform(checkInByCode, context, { event, checkInCode: code })
      : await perform(checkInRegistration, context, { id: guest });
  // The time of this request, unless another person was faster.
  const isFirst = checkedInAt?.getTime() === context.now.getTime();
  return [isFirst ? "checked_in" : "again", formatId("eventRegistration", id)];
}

/** The button names the version that it shows: a check-in by another person in the meantime stays. */
async function undoCheckIn({ context }: AdminPageRequest, undo: string): Promise<[done: string, id: string]> {
  const [guest = "", version] = undo.split(" ");
  const contextAtVersion = { ...context, ifMatch: [Number(version)] };
  const { id } = await perform(undoCheckInRegistration, contextAtVersion, { id: guest });
  return ["undone", formatId("eventRegistration", id)];
}

async function problemText(pageRequest: AdminPageRequest, error: Problem, { guest, code }: Named): Promise<string> {
  const { locale } = derivedPageOf(pageRequest, "/events");
  const { problems } = textFor(locale).admin.checkIn;
  if (error.code === "etag_mismatch") return problems.changed;
  if (error.code === "not_found") return fillPlain(problems.unknown, { code });
  if (guest === undefined) return error.message;
  const found = await findGuest(pageRequest, guest);
  if (found?.status === "registered") return problems.closed;
  return found === undefined
    ? error.message
    : fillPlain(problems.refused, {
        name: found.name,
        status: valueLabel(locale, "eventRegistrations.status", found.status),
      });
}

async function findGuest(pageRequest: AdminPageRequest, id: string): Promise<Guest | undefined> {
  try {
    return guestOf(pageRequest, await perform(getEventRegistration, pageRequest.context, { id }));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function guestOf(pageRequest: AdminPageRequest, registration: z.output<typeof EventRegistration>): Guest {
  const { locale } = derivedPageOf(pageRequest, "/events");
  const { id, name, email, checkInCode, status, quantity, checkedInAt, ticketId } = registration;
  return {
    id: formatId("eventRegistration", id),
    version: "version" in registration ? Number(registration.version) : 0,
    name: name ?? email ?? fillPlain(textFor(locale).admin.checkIn.unnamed, { code: checkInCode }),
    email: name === null || name === undefined ? undefined : email,
    code: checkInCode,
    status,
    seats: quantity,
    ticketId,
    checkedInAt,
  };
}

/** Outcome of the last request, read again: the address can be opened later. */
async function outcomeOf(pageRequest: AdminPageRequest, done: string, id: string): Promise<Outcome | undefined> {
  const guest = await findGuest(pageRequest, id);
  if (!guest) return undefined;
  const page = derivedPageOf(pageRequest, "/events");
  const text = textFor(page.locale).admin.checkIn.done;
  if (done === "undone" && guest.checkedInAt === null)
    return { text: fillPlain(text.undone, { name: guest.name }), guest };
  if (guest.checkedInAt === null) return undefined;
  const time = timestampText(page, guest.checkedInAt);
  if (done === "again") return { text: fillPlain(text.again, { name: guest.name, time }), guest, isWarning: true };
  return done === "checked_in" ? { text: fillPlain(text.checkedIn, { name: guest.name }), guest } : undefined;
}

interface Shown {
  outcome?: Outcome | undefined;
  problem?: string;
  code?: string;
  status?: number;
}

async function send(
  pageRequest: AdminPageRequest,
  reference: string,
  search: Search,
  { status = 200, ...shown }: Shown,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const event = await perform(getEvent, context, { event: reference });
  const checkedIn = search.show === "all" ? {} : { checkedIn: search.show === "arrived" };
  const [list, tickets] = await Promise.all([
    perform(getGuestList, context, { event: reference, q: search.q, ...checkedIn }),
    perform(listEventTickets, context, { event: reference, limit: 100 }),
  ]);
  const view = checkInView(derivedPageOf(pageRequest, "/events"), {
    ...shown,
    ...search,
    event: { name: event.name, href: hrefOf(context, "event", event.id) ?? "/admin/events" },
    address: `/admin/events/${encodeURIComponent(reference)}/check-in`,
    mayCheckIn: mayPerform(context.caller, checkInRegistration),
    seats: list.seats,
    hasMore: list.hasMore,
    guests: list.guests.map((guest) => guestOf(pageRequest, guest)),
    tickets: tickets.data.length > 1 ? new Map(tickets.data.map(({ id, name }) => [id, name])) : new Map(),
  });
  return sendPage(reply, view, { status });
}
