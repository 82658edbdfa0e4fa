import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { FieldHandle } from "#domain/people/members/member.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const kinds = ["text", "number", "date", "bool", "choice"] as const;

export const changeableField = {
  label: trimmed().min(1).max(200),
  choices: z
    .array(trimmed().min(1).max(200))
    .max(100)
    .meta({ description: "For fields of type `choice`" })
    .transform((choices) => [...new Set(choices)]),
  required: z.boolean().meta({ description: "If true, an existing value cannot be removed" }),
  visibleToMember: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A custom profile field that a school defines in addition to the built-in ones. */
export const MemberField = versionedResource("memberField", {
  handle: FieldHandle.meta({ description: "The key of its values in `custom_fields`" }),
  kind: z.enum(kinds),
  ...changeableField,
  createdAt: Instant,
  updatedAt: Instant,
});

export type MemberFieldRow = Omit<z.output<typeof MemberField>, "object"> & { version: number };

export const NewMemberField = z
  .object({ handle: FieldHandle, kind: z.enum(kinds), ...changeableField })
  .partial()
  .required({ handle: true, kind: true, label: true });

/** Handle and type are immutable, because stored values depend on them. */
export const MemberFieldChanges = patchSchemaOf(changeableField);
