import { setImmediate } from "node:timers/promises";
import { compileForElements } from "../filter/evaluate.ts";
import { exactValue } from "../filter/exact-value.ts";
import type { PatchOperation } from "../patch/operations.ts";
import { invalidPath, parsePatchPath } from "../patch/path.ts";
import { badRequest } from "../responses/scim-error.ts";
import type { Attribute } from "../schema/attribute.ts";
import { coerce } from "../schema/coerce.ts";
import { groupSchema, groupType } from "../schema/group-type.ts";
import { locate, type Resource } from "../schema/resource-type.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Changes of a group. Sets of member IDs as the directory wrote them. */
export interface GroupChanges {
  displayName?: string;
  externalId?: string | null;
  /** All members from now on. */
  replace?: Set<string>;
  add: Set<string>;
  remove: Set<string>;
}

/** Reads the members of the group, for paths that select them by more than their ID. */
type ReadMembers = () => Promise<Resource[]>;

/** Paths of one PATCH that are compared with all members. */
const maxSelections = 10;

/** Other requests are served between two slices. */
const membersPerSlice = 1000;

type Select = (isSelected: (member: Resource) => boolean) => Promise<Resource[]>;

/** Selects members as they were before the PATCH, which reads them once. */
function selector(read: ReadMembers): Select {
  let all: Promise<Resource[]> | undefined;
  let selections = 0;
  return async (isSelected) => {
    if (++selections > maxSelections) {
      throw badRequest("tooMany", `A PATCH has at most ${maxSelections} paths that select members by more than value.`);
    }
    const found: Resource[] = [];
    const members = await (all ??= read());
    for (let first = 0; first < members.length; first += membersPerSlice) {
      found.push(...members.slice(first, first + membersPerSlice).filter(isSelected));
      await setImmediate();
    }
    return found;
  };
}

/**
 * Reads the operations of a PATCH of a group without its members: a group can have thousands, and directories add and
 * remove a few (RFC 7644 §3.5.2). Throws as for other resources.
 */
export async function groupChangesOf(
  operations: readonly PatchOperation[],
  members: ReadMembers,
): Promise<GroupChanges> {
  const changes: GroupChanges = { add: new Set(), remove: new Set() };
  const select = selector(members);
  for (const operation of operations) await apply(changes, operation, select);
  return changes;
}

async function apply(changes: GroupChanges, { op, path, value }: PatchOperation, select: Select): Promise<void> {
  if (path === undefined) {
    if (!isRecord(value)) throw badRequest("invalidValue", "Without a path, the value is an object with attributes.");
    for (const [name, part] of Object.entries(value)) {
      const located = locate(groupType, parsePatchPath(name));
      // Okta repeats the ID beside the changed attributes.
      if (!located || located === "ignored" || located.attribute.mutability === "readOnly") continue;
      await apply(changes, { op, path: name, value: part }, select);
    }
    return;
  }
  const parsed = parsePatchPath(path);
  const located = locate(groupType, parsed);
  if (!located || located === "ignored") throw invalidPath(path);
  const { attribute, sub } = located;
  if (attribute.mutability === "readOnly") throw badRequest("mutability", `${attribute.name} is read-only.`);
  if (attribute.name !== "members") {
    if (parsed.filter) throw invalidPath(path);
    return setText(changes, attribute, op === "remove" ? undefined : value);
  }
  if (sub) throw badRequest("mutability", "A member of a group does not change: remove it and add another.");
  if (parsed.filter) {
    if (op !== "remove")
      throw badRequest("mutability", "A member of a group does not change: remove it and add another.");
    const exact = exactValue(parsed.filter, "value", { schema: groupSchema });
    const isSelected = compileForElements(attribute, parsed.filter);
    const selected =
      exact !== undefined && parsed.filter.kind === "compare" ? [exact] : idsIn(await select(isSelected));
    return selected.forEach((id) => leave(changes, id));
  }
  if (op === "remove" && (value === undefined || value === null)) return replaceBy(changes, []);
  const ids = idsIn(coerce(attribute, value));
  if (op === "replace") return replaceBy(changes, ids);
  for (const id of ids) (op === "add" ? join : leave)(changes, id);
}

function setText(changes: GroupChanges, { name, required }: Attribute, value: unknown): void {
  if (value === undefined || value === null || value === "") {
    if (required) throw badRequest("invalidValue", `${name} is required and cannot be removed.`);
    changes.externalId = null;
    return;
  }
  if (typeof value !== "string") throw badRequest("invalidValue", `Expected ${name} to be a text.`);
  if (name === "displayName") changes.displayName = value;
  else changes.externalId = value;
}

/** Returns the IDs of the elements of `members`. */
export function idsIn(elements: unknown): string[] {
  return (Array.isArray(elements) ? elements : []).map((element) => {
    const id = isRecord(element) ? element["value"] : undefined;
    if (typeof id !== "string") throw badRequest("invalidValue", "Each member has a value: the ID of a user.");
    return id;
  });
}

function replaceBy(changes: GroupChanges, ids: readonly string[]): void {
  changes.replace = new Set(ids);
  changes.add.clear();
  changes.remove.clear();
}

function join({ replace, add, remove }: GroupChanges, id: string): void {
  remove.delete(id);
  (replace ?? add).add(id);
}

function leave({ replace, add, remove }: GroupChanges, id: string): void {
  add.delete(id);
  if (replace) replace.delete(id);
  else remove.add(id);
}
