import * as z from "zod";
import { computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { Metadata } from "./fields.ts";

/** Changes of metadata: null removes an entry. */
export const MetadataChanges = z.record(Metadata.keyType, Metadata.valueType.nullable());

/** Merges metadata changes and checks the limits on the result; even a small change may exceed them. */
export const mergeMetadata = (
  current: Record<string, string>,
  changes: z.output<typeof MetadataChanges>,
): Record<string, string> =>
  computePatch({ metadata: Metadata }, { metadata: current }, { metadata: changes }).metadata ?? current;
