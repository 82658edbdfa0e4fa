import * as z from "zod";

/** When a part opens to a student: so many days after they were enrolled, or at the beginning of a day for everybody. */
export const Drip = z
  .object({
    afterDays: z.number().int().min(0).max(3650).optional(),
    onDate: z.iso.date().optional(),
  })
  .refine(({ afterDays, onDate }) => (afterDays === undefined) !== (onDate === undefined), {
    message: "Expected one of after_days and on_date.",
  })
  .meta({
    id: "PartDrip",
    description: "Either `after_days` (since the enrollment) or `on_date`",
    examples: [{ after_days: 7 }],
  });
