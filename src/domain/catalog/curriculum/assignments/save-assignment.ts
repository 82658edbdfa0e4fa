import { isDeepStrictEqual } from "node:util";
import type { SiteScope } from "#domain/platform/context.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { AssignmentFields, AssignmentRecord } from "./assignment.ts";
import { insertAssignment, updateAssignment } from "./assignment-queries.ts";

/** Creates or replaces the assignment of a lecture, including a deleted one. Returns false if nothing changed. */
export async function saveAssignment(
  scope: SiteScope,
  lectureId: string,
  existing: AssignmentRecord | undefined,
  fields: AssignmentFields,
  now: Date,
): Promise<boolean> {
  if (!existing) {
    await insertAssignment(scope, { ...fields, lectureId }, now);
    return true;
  }
  const names = typedKeys(fields);
  const same = names.every((name) => isDeepStrictEqual(existing[name], fields[name]));
  if (same && !existing.deletedAt) return false;
  await updateAssignment(scope, lectureId, { ...fields, deletedAt: null }, now);
  return true;
}
