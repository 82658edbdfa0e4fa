import * as z from "zod";
import { whatChanges } from "#domain/platform/merge-patch/what-changes.ts";
import { Metadata } from "./fields.ts";

/** Of a change: null takes a text away. */
export const MetadataChanges = z.record(Metadata.keyType, Metadata.valueType.nullable());

/** The texts of a thing after a change. A change may be small, and what it leads to too much. */
export const mergeMetadata = (
  held: Record<string, string>,
  changes: z.output<typeof MetadataChanges>,
): Record<string, string> =>
  whatChanges({ metadata: Metadata }, { metadata: held }, { metadata: changes }).metadata ?? held;
