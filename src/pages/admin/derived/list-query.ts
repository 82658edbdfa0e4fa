import type { Operation } from "#domain/platform/operation.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { isDate } from "#lib/time/zoned-time.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** A filter of a list that its page offers. */
export interface Filter {
  field: Field;
  /** The names of its parameters: one, or the bounds of a range of days. */
  parameters: readonly string[];
  /** True for a field that the list shows. Links of other pages use the others too. */
  isOffered: boolean;
}

/** Query options of a list. */
export interface Filters {
  list: readonly Filter[];
  hasSearch: boolean;
  /** Sort orders, such as `created_at` and `-created_at`. */
  orders: ReadonlySet<string>;
}

export interface ListQuery {
  /** Filters as JSON. */
  wire: Readonly<Record<string, unknown>>;
  /** The values of the filters by parameter, as they were entered. */
  typed: ReadonlyMap<string, string>;
  sort: string | undefined;
  cursor: string | undefined;
  /** The cursors of the pages before, from the second page on. */
  trail: readonly string[];
  /** The number of the first row, if all pages before are known. */
  from: number;
}

/** Parameters of every list, which the page sets itself. */
const ofEveryList: ReadonlySet<string> = new Set([
  "limit",
  "cursor",
  "sort",
  "ids",
  "include_total",
  "include_deleted",
  "q",
  "expand",
]);

const maxTyped = 300;

/** Pages to which a list leads back one by one. */
const maxTrail = 20;

/** `columns`: the fields that the list shows, and whose filters its page offers. */
export function filtersOf({ input }: Operation, columns: readonly string[]): Filters {
  const fields = fieldsOf(input);
  const shown = new Set([...columns, "status", "role", "email", "code", "tag", "created_at"]);
  const orders = fields.find(({ name }) => name === "sort")?.control;
  return {
    list: fields
      .filter(({ name }) => !ofEveryList.has(name))
      .flatMap(filterOf)
      .map((filter) => ({ ...filter, isOffered: shown.has(filter.field.name) })),
    hasSearch: fields.some(({ name }) => name === "q"),
    orders: new Set(orders?.kind === "several" ? orders.values : []),
  };
}

/** Ranges of numbers and what only programs know are left to programs. */
function filterOf(field: Field): Omit<Filter, "isOffered">[] {
  const { name, control } = field;
  if (field.isRequired) return [];
  switch (control.kind) {
    case "several":
    case "select":
    case "switch":
    case "references":
    case "reference":
      return [{ field, parameters: [name] }];
    case "lines":
      return name === "email" || name === "code" || name === "tag" ? [{ field, parameters: [name] }] : [];
    case "group":
      return control.fields.some((part) => part.name === "gte" && part.control.kind === "time")
        ? [{ field, parameters: [`${name}.gte`, `${name}.lte`] }]
        : [];
    case "json":
    case "money":
    case "number":
    case "pairs":
    case "rows":
    case "text":
    case "time":
    case "variants":
      return [];
  }
}

/** Returns the filters that a page shows: those that it offers, and those that led to it. */
export const shownFilters = (filters: Filters, { typed }: ListQuery): Filters => ({
  ...filters,
  list: filters.list.filter(({ isOffered, parameters }) => isOffered || parameters.some((name) => typed.has(name))),
});

/** Reads the query of a list. Empty values are not asked for. */
export function readQuery({ list, hasSearch, orders }: Filters, query: Readonly<Record<string, unknown>>): ListQuery {
  const typed = new Map<string, string>();
  const textOf = (name: string): string => {
    const value = query[name];
    return typeof value === "string" ? value.trim().slice(0, maxTyped) : "";
  };
  const wire: Record<string, unknown> = {};
  for (const { field, parameters } of list) {
    for (const parameter of parameters) {
      const text = textOf(parameter);
      if (text === "") continue;
      typed.set(parameter, text);
      put(wire, field, parameter, text);
    }
  }
  const q = hasSearch ? textOf("q") : "";
  if (q !== "") {
    typed.set("q", q);
    wire["q"] = q.slice(0, 200);
  }
  const sort = textOf("sort");
  const cursor = query["cursor"];
  return {
    wire,
    typed,
    sort: orders.has(sort) ? sort : undefined,
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
    ...trailOf(query),
  };
}

function trailOf({ trail, from }: Readonly<Record<string, unknown>>): Pick<ListQuery, "trail" | "from"> {
  const cursors = typeof trail === "string" ? trail.split("~").filter((one) => /^[\w-]{1,1000}$/.test(one)) : [];
  const first = typeof from === "string" && /^\d{1,9}$/.test(from) ? Number(from) : 1;
  return { trail: cursors.slice(-maxTrail), from: Math.max(1, first) };
}

/** Returns the parameters of the pages beside one: those that pages further on need to lead back. */
export function besideOf(
  { cursor, trail, from }: ListQuery,
  shown: number,
  perPage: number,
  next: string | undefined,
): Record<"first" | "previous" | "next", Readonly<Record<string, string>> | undefined> {
  if (cursor === undefined)
    return {
      first: undefined,
      previous: undefined,
      next: next === undefined ? undefined : { cursor: next, from: String(shown + 1) },
    };
  const before = trail.at(-1);
  const isSecond = from <= perPage + 1;
  return {
    first: {},
    previous:
      before === undefined
        ? isSecond
          ? {}
          : undefined
        : {
            cursor: before,
            from: String(Math.max(1, from - perPage)),
            ...(trail.length > 1 && { trail: trail.slice(0, -1).join("~") }),
          },
    next:
      next === undefined
        ? undefined
        : { cursor: next, from: String(from + shown), trail: [...trail, cursor].slice(-maxTrail).join("~") },
  };
}

function put(wire: Record<string, unknown>, { name, control }: Field, parameter: string, text: string): void {
  if (control.kind === "group") {
    // A date that a browser cannot enter is not asked for.
    if (isDate(text)) wire[name] = { ...asRecord(wire[name]), [parameter.slice(name.length + 1)]: text };
  } else if (control.kind === "several") {
    if (control.values.includes(text)) wire[name] = [text];
  } else if (control.kind === "switch") {
    if (text === "true" || text === "false") wire[name] = text === "true";
  } else if (control.kind === "select") {
    if (control.values.includes(text)) wire[name] = text;
  } else wire[name] = control.kind === "reference" ? text : text.split(",").map((one) => one.trim());
}
