import * as z from "zod";
import { computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { Metadata } from "./fields.ts";

/** Of a change: null takes a text away. */
export const MetadataChanges = z.record(Metadata.keyType, Metadata.valueType.nullable());

/** The texts of a thing after a change. A change may be small, and what it leads to too much. */
export const mergeMetadata = (
  held: Record<string, string>,
  changes: z.output<typeof MetadataChanges>,
): Record<string, string> =>
  computePatch({ metadata: Metadata }, { metadata: held }, { metadata: changes }).metadata ?? held;
