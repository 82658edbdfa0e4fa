import { isDeepStrictEqual } from "node:util";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { throwErrors } from "#domain/platform/problem.ts";
import { releaseExternalIds, type Holder, holdersOf, type Part } from "#domain/catalog/curriculum/external-ids.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { filterFields } from "#lib/json/typed-object.ts";

interface Node {
  id?: string | undefined;
  externalId?: string | null | undefined;
}

interface Existing {
  id: string;
  externalId: string | null;
}

/** A node of the input and its matching item. */
export interface Match<N, H> {
  node: N;
  /** JSON pointer of the node in the input. */
  pointer: string;
  id: string;
  /** Previous state. Undefined if the item is new or restored from deletion. */
  existing: H | undefined;
  isRestored: boolean;
}

/** A node with its JSON pointer and its parent: the course of a section or lecture, the lecture of an attachment. */
export interface NodePosition<N> {
  node: N;
  pointer: string;
  parentId: string;
}

type Faults = { pointer: string; code: string; detail: string }[];

/**
 * Matches each node to an existing item by ID, then by external ID; otherwise it creates a new item. An item gives up
 * its external ID if the input assigns it to another one. Throws a problem that lists every error.
 */
export async function matchNodes<N extends Node, H extends Existing>(
  scope: SiteScope,
  part: Part,
  nodes: readonly NodePosition<N>[],
  existing: readonly H[],
  parentOf: (existing: H) => string,
): Promise<Match<N, H>[]> {
  const requested = nodes.flatMap(({ node }) => node.externalId ?? []);
  const holders = new Map((await holdersOf(scope, part, requested)).map((holder) => [holder.externalId, holder]));
  const existingById = new Map(existing.map((one) => [one.id, one]));
  const faults: Faults = [];
  const matches = nodes.map(({ node, pointer, parentId }): Match<N, H> => {
    const holder = node.id === undefined && node.externalId ? holders.get(node.externalId) : undefined;
    const matching = existingById.get(node.id ?? holder?.id ?? "");
    if (matching && parentOf(matching) === parentId)
      return { node, pointer, id: matching.id, existing: matching, isRestored: false };
    if (node.id !== undefined) {
      const detail = `The curriculum has no ${part} with the ID ${formatId(part, node.id)}. Omit the ID to create a new one.`;
      faults.push({ pointer: `${pointer}/id`, code: "not_found", detail });
    }
    const isRestored = holder?.deletedAt != null && holder.parentId === parentId;
    return { node, pointer, id: isRestored ? holder.id : newId(), existing: undefined, isRestored };
  });
  faults.push(...twice(matches, part), ...(await claimExternalIds(scope, part, matches, holders, existingById)));
  throwErrors(faults);
  return matches;
}

function twice<N extends Node, H>(matches: readonly Match<N, H>[], part: Part): Faults {
  const seen = new Set<string>();
  return matches.flatMap(({ id, pointer }) => {
    if (!seen.has(id)) return (seen.add(id), []);
    return [
      { pointer, code: "duplicate", detail: `The ${part} ${formatId(part, id)} appears twice in the curriculum.` },
    ];
  });
}

async function claimExternalIds<N extends Node, H extends Existing>(
  scope: SiteScope,
  part: Part,
  matches: readonly Match<N, H>[],
  holders: ReadonlyMap<string, Holder>,
  existingById: ReadonlyMap<string, H>,
): Promise<Faults> {
  const faults: Faults = [];
  const externalIds = new Set<string>();
  const releasedIds: string[] = [];
  for (const { node, pointer, id, existing } of matches) {
    const externalId = node.externalId === undefined ? existing?.externalId : node.externalId;
    if (externalId === null || externalId === undefined) continue;
    const fault = (code: string, detail: string) => faults.push({ pointer: `${pointer}/externalId`, code, detail });
    if (externalIds.has(externalId)) fault("duplicate", "This external_id appears twice in the curriculum.");
    externalIds.add(externalId);
    const holder = holders.get(externalId);
    if (!holder || holder.id === id) continue;
    if (holder.deletedAt || existingById.has(holder.id)) releasedIds.push(holder.id);
    else fault("already_exists", `The ${part} ${formatId(part, holder.id)} already has this external_id.`);
  }
  if (faults.length === 0 && releasedIds.length > 0) await releaseExternalIds(scope, part, releasedIds);
  return faults;
}

/** Returns the fields that the node contains. */
export const serializeFields = <N extends object, Name extends keyof N>(
  node: N,
  names: readonly Name[],
): Partial<Pick<N, Name>> => filterFields(node, (value, name) => value !== undefined && isAmong(names, name));

const isAmong = (names: readonly PropertyKey[], name: string): boolean => names.includes(name);

/** Returns the fields whose values differ from the stored ones. */
export const differing = <Fields extends object>(existing: object, input: Fields): Partial<Fields> =>
  filterFields(input, (value, name) => !isDeepStrictEqual(asRecord(existing)[name], value));

/** Returns the existing items that no node matches. */
export const unmatched = <H extends Existing>(existing: readonly H[], matches: readonly { id: string }[]): H[] => {
  const ids = new Set(matches.map(({ id }) => id));
  return existing.filter(({ id }) => !ids.has(id));
};
