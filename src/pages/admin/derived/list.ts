import type { FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { fromWire } from "#lib/wire/names.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { actionLabel, resourceText } from "../../text/fields/texts.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { derivedList, type Total } from "../../views/admin/derived/list-page.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { type DerivedPage, derivedPages, type FoundPage } from "./addresses.ts";
import { noticeIn } from "./after-write.ts";
import { actsOfList } from "./bulk.ts";
import { besideOf, type Filter, filtersOf, type ListQuery, readQuery, shownFilters } from "./list-query.ts";
import { itemsOf, operationOf, readWire, type WireResult } from "./load-operation.ts";
import { readChoices } from "./choices.ts";
import { placeOf } from "./page-above.ts";
import {
  actionNameOf,
  adminResourceOf,
  mayOpenPage,
  mayUpload,
  nameOfMany,
  nameOfOne,
  objectOfPage,
} from "./resources.ts";
import { tableOf } from "./table.ts";

/** 30 rows fit a screen of 1,200 px. */
const rowsPerPage = 30;

/** A list of a million rows answers as fast as others. */
const maxCountedRows = 10_000;

/** GET of a list, with its search, filters, order and pages. */
export async function showList(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const adminPage = derivedPageOf(pageRequest, page.route.path);
  const { locale } = adminPage;
  const operation = await operationOf(page);
  const resource = adminResourceOf(objectOfPage(page));
  const all = filtersOf(operation, [...resource.label, ...resource.facts]);
  const listQuery = readQuery(all, query);
  const filters = shownFilters(all, listQuery);
  const { result, refusal } = await read(pageRequest, page, listQuery);
  const { derived: text } = textFor(locale).admin;
  const isNested = page.route.path.includes(":");
  const place = isNested
    ? await placeOf(pageRequest, { ...page, path: page.path.slice(0, page.path.lastIndexOf("/")) })
    : undefined;
  const { next_cursor: next } = asRecord(result.wire["page"]);
  const fields = filters.list.filter(
    ({ field }) => field.control.kind === "references" || field.control.kind === "reference",
  );
  const takesFiles = page.route.path === "/files" && mayUpload(context.caller);
  const view = derivedList(adminPage, {
    title: nameOfMany(resource, locale),
    about: resourceText(locale, resource.object).about,
    back: place && [place.address, place.back],
    above: place?.above,
    notice: noticeIn(query),
    address: `/admin${page.path}`,
    table: await tableOf(pageRequest, page, result),
    filters,
    listQuery,
    refusal,
    choices: await readChoices(
      context,
      fields.map(({ field }) => field),
      listQuery.wire,
      locale,
    ),
    total: totalIn(result.wire["page"]),
    pages: besideOf(listQuery, itemsOf(result).length, rowsPerPage, typeof next === "string" ? next : undefined),
    actions: [...createsOf(pageRequest, page)].map((one) => ({
      href: isBelow(one, page)
        ? `/admin${page.path}${one.pattern.slice(page.route.path.length)}${one.kind === "create" ? chosenIn(listQuery, fields) : ""}`
        : `/admin${one.pattern}`,
      label:
        one.kind === "act"
          ? (actionLabel(locale, one.route.path.slice(one.route.path.lastIndexOf("/") + 1)) ?? fromWire(one.route.path))
          : fillPlain(one.route.status === 200 ? text.addTo : text.new, {
              name: nameOfOne(adminResourceOf(objectOfPage(one)), locale),
            }),
    })),
    takesFiles,
    bulk: (await actsOfList(pageRequest, page)).map(({ name }) => ({
      name,
      label: actionLabel(locale, actionNameOf(page, name)) ?? name,
    })),
  });
  return sendPage(pageRequest.reply, view, {
    status: refusal === undefined ? 200 : 422,
  });
}

/** Forms of other resources that make entries of a list: a new member is invited. */
const formsElsewhere: Readonly<Record<string, string>> = { "/invitations": "/members/new" };

/** A new entry of a list that shows those of one resource belongs to it, too. */
function chosenIn({ wire }: ListQuery, filters: readonly Filter[]): string {
  const parameters = filters.flatMap(({ field: { name } }): [string, string][] => {
    const [id, ...others] = [wire[name]].flat();
    return typeof id === "string" && others.length === 0 ? [[name, id]] : [];
  });
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters).toString()}`;
}

const isBelow = ({ pattern }: DerivedPage, page: FoundPage): boolean => pattern.startsWith(`${page.route.path}/`);

/** The forms that make entries of this list, and other actions of it, that the caller may open. */
const createsOf = ({ context }: AdminPageRequest, page: FoundPage) =>
  derivedPages.filter(
    (one) =>
      mayOpenPage(context.caller, one) &&
      ((one.kind === "create" && one.route.path === page.route.path) ||
        one.pattern === formsElsewhere[page.route.path] ||
        (one.kind === "act" &&
          one.route.path.startsWith(`${page.route.path}/`) &&
          !one.route.path.slice(page.route.path.length).includes(":") &&
          one.route.path.split("/").length === page.route.path.split("/").length + 1)),
  );

function totalIn(end: unknown): Total | undefined {
  const { total } = asRecord(end);
  if (typeof total !== "number") return undefined;
  return total > maxCountedRows ? { count: maxCountedRows, isMore: true } : { count: total, isMore: false };
}

interface Found {
  result: WireResult;
  refusal?: string;
}

async function read({ context }: AdminPageRequest, page: FoundPage, { wire, sort, cursor }: ListQuery): Promise<Found> {
  const requested = { ...wire, ...(sort !== undefined && { sort: [sort] }), ...(cursor !== undefined && { cursor }) };
  try {
    const { input } = await operationOf(page);
    const limit = "limit" in input.shape ? { limit: rowsPerPage } : {};
    const total = "includeTotal" in input.shape ? { include_total: true } : {};
    const counting = { ...context, countsUpTo: maxCountedRows };
    return { result: await readWire(counting, page, { ...requested, ...limit, ...total }, page.params) };
  } catch (error) {
    const isQuery = error instanceof Problem && (error.details.errors !== undefined || error.code === "invalid_cursor");
    if (!isQuery) throw error;
    return { result: { wire: { data: [] }, version: undefined }, refusal: error.message };
  }
}
