import * as z from "zod";
import { WebAddress } from "#domain/platform/fields.ts";
import { WrittenInstant } from "#domain/platform/time/instant.ts";

/** Time and address of a live lecture. */
export const LiveSession = z
  .object({ startsAt: WrittenInstant, endsAt: WrittenInstant.optional(), url: WebAddress })
  .check(({ value: { startsAt, endsAt }, issues }) => {
    if (endsAt === undefined || endsAt > startsAt) return;
    issues.push({ code: "custom", input: endsAt, path: ["endsAt"], message: "The end must be after the start." });
  })
  .meta({
    id: "LiveSession",
    description: "When and where a lecture of kind `live` takes place",
    examples: [{ starts_at: "2027-03-01T19:00:00.000Z", url: "https://meet.example/stars" }],
  });
export type LiveSession = z.output<typeof LiveSession>;
