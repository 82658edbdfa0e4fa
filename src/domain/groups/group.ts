import * as z from "zod";
import { changesOf } from "#domain/changes/changes-of.ts";
import { ExternalId, Metadata, Name } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { eventAbout } from "#domain/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/outbox/record-event.ts";

export const writableGroup = {
  name: Name,
  courseIds: z
    .array(Id("course"))
    .max(100)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: "Courses that the students of the group are enrolled in" }),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A cohort: students who take the same courses at the same time. */
export const Group = z
  .object({
    object: z.literal("group"),
    id: Id("group"),
    ...writableGroup,
    courseIds: z.array(Id("course")),
    studentCount: z.number().int().min(0),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Group" });

export interface GroupRow extends Omit<z.output<typeof Group>, "object"> {
  version: number;
}

export const NewGroup = z.object(writableGroup).partial().required({ name: true });
export const GroupChanges = changesOf(writableGroup);

export const presentGroup = (group: GroupRow): z.output<typeof Group> => ({ ...group, object: "group" });

export const groupUpdated = (id: string): OutboxEvent => eventAbout("group.updated", "group", id);
