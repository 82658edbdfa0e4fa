import type { RequestContext } from "#domain/platform/context.ts";
import { type IdKind, parseId } from "#domain/platform/ids.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { toWire } from "#lib/wire/names.ts";
import { findPage } from "./addresses.ts";
import { readIfPossible } from "./load-operation.ts";
import { mayOpenPage } from "./resources.ts";

/** Resources that belong to another. Its page has their list: the tickets of an event. */
const nested = {
  eventTicket: { parent: "event", path: (id: string) => `/events/${id}/tickets`, items: "data" },
  coursePlan: { parent: "course", path: (id: string) => `/courses/${id}/plans`, items: "data" },
  section: { parent: "course", path: (id: string) => `/courses/${id}/sections`, items: "data" },
  lecture: { parent: "course", path: (id: string) => `/courses/${id}/lectures`, items: "data" },
  membershipPricing: { parent: "membershipPlan", path: (id: string) => `/membership_plans/${id}`, items: "pricings" },
} as const satisfies Partial<
  Record<IdKind, { parent: IdKind; path: (id: string) => string; items: "data" | "pricings" }>
>;

/** The resource that entries of this kind belong to, among IDs that a form knows: in its address, or in its fields. */
export function parentOf(kind: IdKind, known: Iterable<unknown>): string | undefined {
  if (!isFieldOf(nested, kind)) return undefined;
  const { parent } = nested[kind];
  for (const value of known) if (typeof value === "string" && parseId(parent, value) !== undefined) return value;
  return undefined;
}

/** The entries of this kind that belong to a parent, at most `limit`. */
export async function readNested(
  context: RequestContext,
  kind: IdKind,
  parentId: string,
  limit: number,
): Promise<Record<string, unknown>[] | undefined> {
  if (!isFieldOf(nested, kind)) return undefined;
  const { path, items } = nested[kind];
  const page = findPage(path(parentId));
  if (!page || !mayOpenPage(context.caller, page)) return undefined;
  const found = await readIfPossible(context, page, items === "data" ? { limit } : {}, page.params);
  const list = found?.wire[items];
  return Array.isArray(list) ? list.map((item) => ({ object: toWire(kind), ...asRecord(item) })) : undefined;
}
