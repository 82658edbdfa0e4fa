import { routes } from "#operations/routes.ts";
import type { Route } from "#operations/route.ts";
import { identifier } from "#database/statements/sql.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import * as z from "zod";
import { assertOk } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import type { Json } from "./make.ts";
import type { Operator } from "./operator.ts";

/** A resource as the operator API shows it, in a list or by itself. */
export interface Representation {
  /** The path of the route, which names the kind of resource: `/courses`, or `/courses/:course` by itself. */
  route: string;
  /** The path of the list, if it can be filtered by `updated_at`. */
  list: string | undefined;
  body: Json & { updated_at: string };
  etag: string | undefined;
}

const shapeOf = (type: z.ZodType): Record<string, z.ZodType> => (type instanceof z.ZodObject ? type.shape : {});

const rowOf = (route: Route) =>
  shapeOf((shapeOf(route.operation.output)["data"] as z.ZodArray | undefined)?.element as z.ZodType);

const reads = routes.filter(({ method }) => method === "GET");

/** Lists of resources that have `updated_at`. Lists under a resource come after the list of that resource. */
const lists = reads
  .filter((route) => "page" in shapeOf(route.operation.output) && "updatedAt" in rowOf(route))
  .toSorted((one, other) => one.path.split(":").length - other.path.split(":").length);

/** Reads of one resource that has `updated_at`. */
const singles = reads.filter((route) => "updatedAt" in shapeOf(route.operation.output));

/** The routes of all representations with `updated_at`. */
export const representationRoutes: readonly string[] = [...lists, ...singles].map(({ path }) => path);

/** Lists whose rows are read by themselves under another name. */
const nameAlone: Readonly<Record<string, string>> = { plans: "course_plans", tickets: "event_tickets" };

/** Resources without a list, which is the name of their table. */
const unlisted = { membership_pricings: "membershipPricing", uploads: "upload" } satisfies Record<string, IdKind>;

/** Returns all representations of a site, keyed by the path at which they are read and their ID. */
export async function readRepresentations(operator: Operator): Promise<Map<string, Representation>> {
  const found = new Map<string, Representation>();
  const idsOf = await unlistedIds(operator);
  for (const { path, operation } of lists) {
    const list = path.split("/").at(-1)!;
    // The submissions of a form are other resources than those of assignments.
    const isTheirs = path === `/${list}` || !lists.some((other) => other.path === `/${list}`);
    const ids = isTheirs ? (idsOf.get(nameAlone[list] ?? list) ?? new Set()) : new Set<string>();
    const isFiltered = "updatedAt" in operation.input.shape;
    for (const [address, rows] of await each(addressesOf(path, idsOf), (one) => rowsAt(operator, one))) {
      for (const body of rows) {
        const id = String(body["id"]);
        ids.add(id);
        found.set(`${address} ${id}`, { route: path, list: isFiltered ? address : undefined, body, etag: undefined });
      }
    }
    if (isTheirs) idsOf.set(nameAlone[list] ?? list, ids);
  }
  const read = singles.flatMap(({ path }) => addressesOf(path, idsOf).map((address) => [address, path] as const));
  const routeOf = new Map(read);
  for (const [address, response] of await each([...routeOf.keys()], (one) => operator.get(one))) {
    // Only lectures of one kind have a quiz or an assignment.
    if (response.statusCode === 404 && /^\/lectures\/.*\//.test(address)) continue;
    assertOk(response);
    const etag = String(response.headers["etag"]);
    const body = response.json<Representation["body"]>();
    found.set(address, { route: routeOf.get(address)!, list: undefined, body, etag });
  }
  return found;
}

/** Returns the IDs of resources without a list, by their table. */
async function unlistedIds({ site }: Operator): Promise<Map<string, Set<string>>> {
  const idsOf = new Map<string, Set<string>>();
  for (const [table, kind] of Object.entries(unlisted)) {
    const rows = await database.many<{ id: string }>`
      select id from ${identifier(table)} where site_id = ${site.site.id} order by id`;
    idsOf.set(table, new Set(rows.map(({ id }) => formatId(kind, id))));
  }
  return idsOf;
}

async function rowsAt(operator: Operator, address: string): Promise<Representation["body"][]> {
  const response = await operator.get(`${address}?limit=200`);
  assertOk(response);
  return response.json<{ data: Representation["body"][] }>().data;
}

/** Reads all addresses at once. */
const each = <Result>(addresses: readonly string[], read: (address: string) => Promise<Result>) =>
  Promise.all(addresses.map(async (address) => [address, await read(address)] as const));

/** Replaces the parameter of a path with the IDs from the list whose name comes before it. */
function addressesOf(path: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const parameter = /\/(\w+)\/(:\w+)/.exec(path);
  if (!parameter) return [path];
  const [, list = "", name = ""] = parameter;
  return [...(idsOf.get(list) ?? [])].map((id) => path.replace(name, id));
}
