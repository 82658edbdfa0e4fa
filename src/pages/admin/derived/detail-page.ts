import type { FastifyReply } from "fastify";
import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import { formatId } from "#domain/platform/ids.ts";
import { getGuestList } from "#domain/events/event-registrations/guest-list.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { sendPage } from "#pages/responses/send.ts";
import { textFor } from "#pages/text/catalogue.ts";
import { derivedDetail } from "#pages/views/admin/derived/detail-page.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import type { Markup } from "#pages/views/parts/markup.ts";
import { namesOfPeople } from "../parts/names.ts";
import { hrefOf } from "../parts/href-of.ts";
import { runsTheSite } from "../sections.ts";
import { type ActionLink, actionsOf } from "./actions.ts";
import { derivedPages, type FoundPage } from "./addresses.ts";
import { noticeIn } from "./after-write.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { labelOf, readLabels } from "./labels.ts";
import { operationOf, readWire } from "./load-operation.ts";
import { panelsOf } from "./panels.ts";
import { placeOf } from "./page-above.ts";
import { isOffered } from "./possible-actions.ts";
import { renderTexts } from "./rendered-texts.ts";
import { pictureOf } from "./thumbnail.ts";
import {
  addressOfResource,
  adminResourceOf,
  mayOpenPage,
  nameOfMany,
  objectOfPage,
  pageAt,
  textContextOf,
} from "./resources.ts";

const maxHistoryEntries = 5;

/** Fields for programs, closed. */
const forPrograms: ReadonlySet<string> = new Set(["id", "external_id", "metadata"]);

/** Resources that a request can embed: the page shows their lists. */
const embedded: ReadonlySet<string> = new Set([
  "plans",
  "lecturers",
  "categories",
  "curriculum",
  "pricings",
  "tickets",
]);

/** True for what a page says of a resource: not what another field says better. */
function isFact({ name }: Field, all: readonly Field[]): boolean {
  if (name === "object" || forPrograms.has(name) || embedded.has(name)) return false;
  const source = name.replace(/_html$/, "_markdown").replace(/_url$/, "_file_id");
  return source === name || !all.some((field) => field.name === source);
}

/** Parts that a page with a route of its own adds to that of its resource. */
export interface AddedParts {
  /** Before the other actions. */
  actions: readonly ActionLink[];
  /** Actions that the page offers itself. */
  without: ReadonlySet<string>;
  /** Parts above the facts, and at the side. */
  lead: Markup;
  aside: readonly Markup[];
  head: Markup;
}

/** GET of one resource: its fields, possible actions, and the lists that belong to it. */
export async function showDetail(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
  added: Partial<AddedParts> = {},
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const { caller } = context;
  const adminPage = derivedPageOf(pageRequest, page.route.path);
  const { locale } = adminPage;
  const object = objectOfPage(page);
  const { wire } = await readWire(context, page, {}, page.params);
  const all = fieldsOf((await operationOf(page)).output);
  const fields = all.filter((field) => isFact(field, all));
  const labels = await readLabels(context, fields, [wire], locale);
  const place = await placeOf(pageRequest, page);
  const id = typeof wire["id"] === "string" ? wire["id"] : "";
  const name =
    page.route.object === undefined
      ? nameOfMany(adminResourceOf(object), locale)
      : labelOf(object, wire, locale, labels);
  const view = derivedDetail(adminPage, {
    title: name,
    back: [place.address, place.back],
    above: place.above,
    notice: noticeIn(query),
    fields,
    rest: all.filter(({ name: field }) => forPrograms.has(field)),
    wire,
    shown: {
      texts: textContextOf(page),
      labels,
      addressOf: (kind, of) => addressOfResource(caller, kind, of),
      rendered: await renderTexts(context, fields, wire),
    },
    picture: object === "file" ? pictureOf(wire) : undefined,
    download: resultFileOf(wire),
    site: typeof wire["url"] === "string" && wire["status"] !== "draft" ? wire["url"] : undefined,
    actions: [
      ...linksOf(pageRequest, page, locale),
      ...(added.actions ?? []),
      ...(await actionsOf(pageRequest, page)).filter(
        ({ act }) => isOffered(object, act, wire["status"]) && added.without?.has(act) !== true,
      ),
    ],
    panels: await panelsOf(pageRequest, page, wire),
    lead: added.lead,
    aside: added.aside ?? [],
    head: added.head,
    related: relatedTo(pageRequest, page, id),
    history: await historyOf(pageRequest, id),
  });
  return sendPage(pageRequest.reply, view);
}

/** Pages with a route of their own that belong to a resource. */
function linksOf({ context, session }: AdminPageRequest, { path, route }: FoundPage, locale: Locale) {
  if (!runsTheSite(session.roles)) return [];
  const { checkIn, calendar } = textFor(locale).admin;
  const link = (label: string, part: string) => ({ act: part, label, href: `/admin${path}/${part}`, isFirst: false });
  if (route.object === "event" && mayPerform(context.caller, getGuestList)) return [link(checkIn.title, "check-in")];
  if (route.path === "/consulting_services/:service") return [link(calendar.title, "calendar")];
  return [];
}

/** The file that a job has made. */
function resultFileOf({ object, result }: Readonly<Record<string, unknown>>): string | undefined {
  const { url } = asRecord(result);
  return object === "job" && typeof url === "string" ? url : undefined;
}

/** Lists of other resources that can be filtered by this one, such as the enrollments of a course, and a message to its people. */
function relatedTo(pageRequest: AdminPageRequest, page: FoundPage, id: string): { label: string; href: string }[] {
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const object = objectOfPage(page);
  const parameter = messageParameters[object];
  const compose = pageAt("/messages/new");
  const write =
    parameter !== undefined && compose && mayOpenPage(pageRequest.context.caller, compose)
      ? [
          {
            label: textFor(locale).admin.messages.write,
            href: `/admin/messages/new?${parameter}=${encodeURIComponent(id)}`,
          },
        ]
      : [];
  const lists = (filtersBy[object] ?? [])
    .map(([path, parameter]) => ({
      list: derivedPages.find(({ kind, pattern }) => kind === "list" && pattern === path),
      path,
      parameter,
    }))
    .filter(({ list }) => list && mayOpenPage(pageRequest.context.caller, list))
    .map(({ list, path, parameter }) => ({
      label: list ? nameOfMany(adminResourceOf(objectOfPage(list)), locale) : path,
      href: `/admin${path}?${parameter}=${encodeURIComponent(id)}`,
    }));
  return [...lists, ...write];
}

/** Resources whose people can get a message, by the parameter of its form. */
const messageParameters: Readonly<Record<string, string>> = {
  student: "member_id",
  course: "course_id",
  event: "event_id",
  membership_plan: "plan_id",
  group: "group_id",
};

const ofPerson = (parameter: string): [string, string][] => [
  ["/subscriptions", "member_id"],
  ["/event_registrations", "member_id"],
  ["/enrollments", parameter],
  ["/quiz_attempts", parameter],
];

/** Lists by the resource that they can be filtered by, with the parameter. */
const filtersBy: Readonly<Record<string, readonly (readonly [path: string, parameter: string])[]>> = {
  course: [
    ["/enrollments", "course_id"],
    ["/quiz_attempts", "course_id"],
  ],
  student: ofPerson("student_id"),
  member: ofPerson("student_id"),
  event: [["/event_registrations", "event_id"]],
  membership_plan: [["/subscriptions", "plan_id"]],
  enrollment: [["/lecture_progress", "enrollment_id"]],
  consulting_service: [["/consulting_bookings", "service_id"]],
  form: [["/form_submissions", "form_id"]],
};

/** The last entries of the audit log about a resource. */
async function historyOf(pageRequest: AdminPageRequest, id: string) {
  if (id === "" || !runsTheSite(pageRequest.session.roles)) return undefined;
  try {
    const { data } = await perform(listAuditLog, pageRequest.context, { resourceId: id, limit: maxHistoryEntries });
    const people = data.flatMap(({ actor: { memberId } }) => memberId ?? []);
    const names = await namesOfPeople(pageRequest.context, people);
    return data.map(({ action, actor: { memberId }, createdAt }) => ({
      action,
      who: memberId === null ? "" : (names.get(memberId) ?? formatId("member", memberId)),
      href: memberId === null ? undefined : hrefOf(pageRequest.context, "member", memberId),
      at: createdAt,
    }));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
