import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

export const writableGroup = {
  name: Name,
  courseIds: z
    .array(Id("course"))
    .max(100)
    .transform((ids) => [...new Set(ids)])
    .meta({
      description:
        "Courses in which students are enrolled when they join the group. A course that is added later enrolls the " +
        "students of the group. Nobody loses access when a course is removed or a student leaves.",
    }),
  startsAt: Start.nullable(),
  endsAt: End.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A cohort: students who take the same courses at the same time. */
export const Group = versionedResource("group", {
  ...writableGroup,
  courseIds: z.array(Id("course")),
  studentCount: z.number().int().min(0),
  createdAt: Instant,
  updatedAt: Instant,
});

export interface GroupRow extends Omit<z.output<typeof Group>, "object"> {
  version: number;
}

export const NewGroup = z.object(writableGroup).partial().required({ name: true });
export const GroupChanges = patchSchemaOf(writableGroup);

export const serializeGroup = (group: GroupRow) => ({ ...group, object: "group" as const });

export const groupUpdated = (id: string): OutboxEvent => eventAbout("group.updated", "group", id);
