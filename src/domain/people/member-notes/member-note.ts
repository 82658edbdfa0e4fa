import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";

/** A staff note about a member; the member never sees it. */
export const MemberNote = z
  .object({
    object: z.literal("member_note"),
    id: Id("memberNote"),
    memberId: Id("member"),
    authorId: Id("member").nullable().meta({ description: "ID of the member who wrote it" }),
    body: z.string().meta({ description: "Plain text" }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "MemberNote" });

export type MemberNoteRow = Omit<z.output<typeof MemberNote>, "object"> & { version: number };
