import * as z from "zod";
import { Metadata } from "./fields.ts";
import { validationFailed } from "./problem.ts";
import { sayIssue } from "./say-issue.ts";

/** Of a change: null takes a text away. */
export const MetadataChanges = z.record(Metadata.keyType, Metadata.valueType.nullable());

/** The texts of a thing after a change (RFC 7396). A change may be small, and what it leads to too much. */
export function mergeMetadata(
  held: Record<string, string>,
  changes: z.output<typeof MetadataChanges>,
): Record<string, string> {
  const merged = Object.entries({ ...held, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const result = Metadata.safeParse(Object.fromEntries(merged), { error: sayIssue });
  if (result.success) return result.data;
  throw validationFailed("/metadata", "too_big", result.error.issues[0]!.message);
}
