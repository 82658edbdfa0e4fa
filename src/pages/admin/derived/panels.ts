import { asRecord } from "#lib/json/is-record.ts";
import { fromWire } from "#lib/wire/names.ts";
import { textFor } from "../../text/catalogue.ts";
import { fieldLabel } from "../../text/fields/texts.ts";
import type { Panel } from "../../views/admin/derived/detail-page.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { type DerivedPage, findPage, type FoundPage, pagesUnder } from "./addresses.ts";
import { readIfPossible } from "./load-operation.ts";
import {
  addressOfResource,
  adminResourceOf,
  mayOpenPage,
  nameOfMany,
  nameOfOne,
  objectOfPage,
  textContextOf,
} from "./resources.ts";
import { type Rows, tableOf } from "./table.ts";

const maxEntriesPerPanel = 5;

/** The first entries of each list that belongs to this resource. */
export async function panelsOf(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  wire: Readonly<Record<string, unknown>>,
): Promise<Panel[]> {
  const nested = pagesUnder(page.route)
    .filter(({ kind, route }) => (kind === "list" || kind === "detail") && route.path !== page.route.path)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(async (list): Promise<Panel[]> => {
      const suffix = list.route.path.slice(list.route.path.lastIndexOf("/"));
      const path = page.path + suffix;
      const found = findPage(path);
      if (found?.kind === "list") return panelOfList(pageRequest, found, { address: `/admin${path}`, under: path });
      // A lecture without a quiz has no page of it.
      const isThere =
        mayOpenPage(pageRequest.context.caller, list) &&
        (await readIfPossible(pageRequest.context, list, {}, page.params)) !== undefined;
      if (!isThere) return [];
      const { locale } = derivedPageOf(pageRequest, page.route.path);
      const heading = fieldLabel(locale, fromWire(suffix.slice(1)));
      return [{ heading, address: `/admin${path}`, table: undefined, create: undefined }];
    });
  const filtered = (listsByFilter[objectOfPage(page)] ?? []).map(async (one) => {
    const list = findPage(one.list(wire));
    if (!list) return [];
    const id = String(wire["id"]);
    return panelOfList(pageRequest, list, {
      address: `/admin${list.path}?${one.parameter}=${encodeURIComponent(id)}`,
      under: page.path + one.create,
      filter: { [one.parameter]: [id], sort: [one.sort] },
    });
  });
  return [...(await partsOf(pageRequest, page)), ...(await Promise.all([...nested, ...filtered])).flat()];
}

/** Lists that people open a resource for, before its others: the sections of a course. */
const firstLists = ["sections", "lectures", "tickets"];

const rankOf = ({ route }: DerivedPage): number => {
  const rank = firstLists.indexOf(route.path.slice(route.path.lastIndexOf("/") + 1));
  return rank === -1 ? firstLists.length : rank;
};

/** Parts that a read includes on request and that have no list: the files of a download. */
const parts: Readonly<Record<string, string>> = { digital_product: "files" };

async function partsOf(pageRequest: AdminPageRequest, page: FoundPage): Promise<Panel[]> {
  const name = parts[objectOfPage(page)];
  if (name === undefined) return [];
  const found = await readIfPossible(pageRequest.context, page, { expand: [name] }, page.params);
  const items = found?.wire[name];
  if (!Array.isArray(items) || items.length === 0) return [];
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const { caller } = pageRequest.context;
  return [
    {
      heading: fieldLabel(locale, name),
      address: undefined,
      create: undefined,
      table: {
        naming: "name",
        columns: [],
        shown: { texts: textContextOf(page), labels: new Map(), addressOf: () => undefined },
        rows: items.map(asRecord).map((item) => {
          const id = String(item["file_id"]);
          const path = `${page.path}/${name}/${id}/delete`;
          const remove = findPage(path);
          return {
            id,
            item,
            name: String(item["name"]),
            href: addressOfResource(caller, "file", id),
            acts:
              remove && mayOpenPage(caller, remove)
                ? [{ label: textFor(locale).admin.derived.delete, href: `/admin${path}` }]
                : [],
          };
        }),
      },
    },
  ];
}

/** The lists of a resource whose page has a route of its own. */
export async function panelsAt(pageRequest: AdminPageRequest, path: string): Promise<Panel[]> {
  const page = findPage(path);
  return page ? panelsOf(pageRequest, page, {}) : [];
}

interface ListByFilter {
  list: (wire: Readonly<Record<string, unknown>>) => string;
  parameter: string;
  sort: string;
  /** Place of the form for a new entry, below the page of the resource. */
  create: string;
}

/** Lists that stand under another resource in the operator API, and belong to this one. */
const listsByFilter: Readonly<Record<string, readonly ListByFilter[]>> = {
  section: [
    {
      list: ({ course_id: course }) => `/courses/${String(course)}/lectures`,
      parameter: "section_id",
      sort: "position",
      create: "/lectures",
    },
  ],
};

/** The first entries of a list about one person, by the parameter that filters it. Nothing without entries. */
export async function panelOfPerson(
  pageRequest: AdminPageRequest,
  path: string,
  { parameter, id, rows }: { parameter: string; id: string; rows: Rows },
): Promise<Panel[]> {
  const list = findPage(path);
  if (!list) return [];
  const filter = { [parameter]: [id] };
  const address = `/admin${path}?${parameter}=${encodeURIComponent(id)}`;
  const found = await panelOfList(pageRequest, list, { address, under: path, filter, rows });
  return found.filter(({ table }) => table !== undefined && table.rows.length > 0);
}

interface PanelOptions {
  address: string;
  /** Place of the form for a new entry. */
  under: string;
  filter?: Readonly<Record<string, unknown>>;
  rows?: Rows;
}

/** Lists whose first entries are not the newest. */
const sortOf: Readonly<Record<string, string>> = { lectures: "created_at" };

/** The first entries of a list, with a button for a new one. `under`: the path of the form for it, without its end. */
export async function panelOfList(
  pageRequest: AdminPageRequest,
  list: FoundPage,
  { address, under, filter, rows }: PanelOptions,
): Promise<Panel[]> {
  const { context } = pageRequest;
  if (!mayOpenPage(context.caller, list)) return [];
  const order = sortOf[list.route.path.slice(list.route.path.lastIndexOf("/") + 1)];
  const input = { limit: maxEntriesPerPanel, ...(order && { sort: [order] }), ...filter };
  const found = await readIfPossible(context, list, input, list.params);
  if (!found) return [];
  const { locale } = derivedPageOf(pageRequest, list.route.path);
  const resource = adminResourceOf(objectOfPage(list));
  const create = findPage(`${under}/new`);
  const { derived: text } = textFor(locale).admin;
  return [
    {
      heading: nameOfMany(resource, locale),
      address,
      table: await tableOf(pageRequest, list, found, rows),
      create:
        create?.kind === "create" && rows === undefined && mayOpenPage(context.caller, create)
          ? {
              href: `/admin${under}/new`,
              label: fillPlain(create.route.status === 200 ? text.addTo : text.new, {
                name: nameOfOne(resource, locale),
              }),
            }
          : undefined,
    },
  ];
}
