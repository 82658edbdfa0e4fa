import { formatId } from "#domain/platform/ids.ts";

/** The audit subject and event of an appearance change. */

export const aboutAppearance = (_input: unknown, { id }: { id: string }) => ({
  resourceType: "appearance",
  resourceId: formatId("site", id),
});

export const appearanceEvent = (_input: unknown, { id }: { id: string }) => ({
  type: "appearance.updated" as const,
  objectId: formatId("site", id),
  data: { id: formatId("site", id), object: "appearance" },
});
