import * as z from "zod";

/** Schedule of a section or lecture: a number of days after enrollment, or the start of a date for all students. */
export const Drip = z
  .object({
    afterDays: z.number().int().min(0).max(3650).optional(),
    onDate: z.iso.date().optional(),
  })
  .refine(({ afterDays, onDate }) => (afterDays === undefined) !== (onDate === undefined), {
    message: "Send exactly one of after_days and on_date.",
  })
  .meta({
    id: "PartDrip",
    description: "Either `after_days` (since the enrollment) or `on_date`",
    examples: [{ after_days: 7 }],
  });
