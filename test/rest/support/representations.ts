import { routes } from "#rest/routes.ts";
import type { Route } from "#rest/route.ts";
import * as z from "zod";
import { assertOk } from "../../support/assert-status.ts";
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

/** Returns all representations of a site, keyed by the path at which they are read and their ID. */
export async function readRepresentations(operator: Operator): Promise<Map<string, Representation>> {
  const found = new Map<string, Representation>();
  const idsOf = new Map<string, Set<string>>();
  for (const { path, operation } of lists) {
    const list = path.split("/").at(-1)!;
    // The submissions of a form are other resources than those of assignments.
    const isTheirs = path === `/${list}` || !lists.some((other) => other.path === `/${list}`);
    for (const address of addressesOf(path, idsOf)) {
      const response = await operator.get(`${address}?limit=200`);
      assertOk(response);
      for (const body of response.json<{ data: Representation["body"][] }>().data) {
        const isFiltered = "updatedAt" in operation.input.shape;
        const id = String(body["id"]);
        found.set(`${address} ${id}`, { route: path, list: isFiltered ? address : undefined, body, etag: undefined });
        if (isTheirs) idsOf.set(list, (idsOf.get(list) ?? new Set()).add(id));
      }
    }
  }
  for (const { path } of singles) {
    for (const address of addressesOf(path, idsOf)) {
      const response = await operator.get(address);
      // Only lectures of one kind have a quiz or an assignment.
      if (response.statusCode === 404 && /^\/lectures\/.*\//.test(address)) continue;
      assertOk(response);
      const etag = String(response.headers["etag"]);
      found.set(address, { route: path, list: undefined, body: response.json<Representation["body"]>(), etag });
    }
  }
  return found;
}

/** Replaces the parameter of a path with the IDs from the list whose name comes before it. */
function addressesOf(path: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const parameter = /\/(\w+)\/(:\w+)/.exec(path);
  if (!parameter) return [path];
  const [, list = "", name = ""] = parameter;
  return [...(idsOf.get(list) ?? [])].map((id) => path.replace(name, id));
}
