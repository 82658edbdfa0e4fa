import { formatId } from "#domain/platform/ids.ts";

/** What the audit log and those who listen are told of a change of how a school looks. */

export const aboutAppearance = (_input: unknown, { id }: { id: string }) => ({
  resourceType: "appearance",
  resourceId: formatId("site", id),
});

export const appearanceEvent = (_input: unknown, { id }: { id: string }) => ({
  type: "appearance.updated" as const,
  objectId: formatId("site", id),
  data: { id: formatId("site", id), object: "appearance" },
});
