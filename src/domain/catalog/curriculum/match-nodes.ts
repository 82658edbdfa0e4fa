import { isDeepStrictEqual } from "node:util";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { giveUpExternalIds, type Holder, holdersOf, type Part } from "./external-ids.ts";

interface Node {
  id?: string | undefined;
  externalId?: string | null | undefined;
}

interface Held {
  id: string;
  externalId: string | null;
}

/** A node of a tree and the part that it stands for. */
export interface Match<N, H> {
  node: N;
  /** Of the node in the input. */
  pointer: string;
  id: string;
  /** As it was. Undefined for what is new, or was deleted and comes back. */
  held: H | undefined;
  comesBack: boolean;
}

/** A node, its place, and what its part belongs to: the course of a section or lecture, the lecture of an attachment. */
export interface Placed<N> {
  node: N;
  pointer: string;
  parentId: string;
}

type Faults = { pointer: string; code: string; detail: string }[];

/**
 * Finds for each node the part that it means, by id, else by external id, else a new one. External ids that go from one
 * part to another are given up by the one. Fails with all that is wrong.
 */
export async function matchNodes<N extends Node, H extends Held>(
  scope: SiteScope,
  part: Part,
  nodes: readonly Placed<N>[],
  held: readonly H[],
  parentOf: (held: H) => string,
): Promise<Match<N, H>[]> {
  const requested = nodes.flatMap(({ node }) => node.externalId ?? []);
  const holders = new Map((await holdersOf(scope, part, requested)).map((holder) => [holder.externalId, holder]));
  const heldById = new Map(held.map((one) => [one.id, one]));
  const faults: Faults = [];
  const matches = nodes.map(({ node, pointer, parentId }): Match<N, H> => {
    const holder = node.id === undefined && node.externalId ? holders.get(node.externalId) : undefined;
    const known = heldById.get(node.id ?? holder?.id ?? "");
    if (known && parentOf(known) === parentId) return { node, pointer, id: known.id, held: known, comesBack: false };
    if (node.id !== undefined) {
      const detail = `There is no ${part} ${formatId(part, node.id)} here. Leave the id out to make a new one.`;
      faults.push({ pointer: `${pointer}/id`, code: "not_found", detail });
    }
    const comesBack = holder?.deletedAt != null && holder.parentId === parentId;
    return { node, pointer, id: comesBack ? holder.id : newId(), held: undefined, comesBack };
  });
  faults.push(...twice(matches, part), ...(await claimExternalIds(scope, part, matches, holders, heldById)));
  if (faults.length > 0) throw new Problem("validation_failed", faults[0]!.detail, { errors: faults });
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

async function claimExternalIds<N extends Node, H extends Held>(
  scope: SiteScope,
  part: Part,
  matches: readonly Match<N, H>[],
  holders: ReadonlyMap<string, Holder>,
  heldById: ReadonlyMap<string, H>,
): Promise<Faults> {
  const faults: Faults = [];
  const wanted = new Set<string>();
  const givenUp: string[] = [];
  for (const { node, pointer, id, held } of matches) {
    const externalId = node.externalId === undefined ? held?.externalId : node.externalId;
    if (externalId === null || externalId === undefined) continue;
    const fault = (code: string, detail: string) => faults.push({ pointer: `${pointer}/externalId`, code, detail });
    if (wanted.has(externalId)) fault("duplicate", "This external_id appears twice in the curriculum.");
    wanted.add(externalId);
    const holder = holders.get(externalId);
    if (!holder || holder.id === id) continue;
    if (holder.deletedAt || heldById.has(holder.id)) givenUp.push(holder.id);
    else fault("already_exists", `The ${part} ${formatId(part, holder.id)} has this external_id.`);
  }
  if (faults.length === 0 && givenUp.length > 0) await giveUpExternalIds(scope, part, givenUp);
  return faults;
}

/** The fields that a node gives. */
export const givenOf = <N extends object, Name extends keyof N>(
  node: N,
  names: readonly Name[],
): Partial<Pick<N, Name>> =>
  Object.fromEntries(names.filter((name) => node[name] !== undefined).map((name) => [name, node[name]])) as Partial<
    Pick<N, Name>
  >;

/** Those of the given fields that the part has otherwise. */
export const differing = <Fields extends object>(held: object, given: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isDeepStrictEqual((held as Record<string, unknown>)[name], value)),
  ) as Partial<Fields>;

/** Of the parts that were there, those that no node stands for. */
export const unmatched = <H extends Held>(held: readonly H[], matches: readonly { id: string }[]): H[] => {
  const ids = new Set(matches.map(({ id }) => id));
  return held.filter(({ id }) => !ids.has(id));
};
