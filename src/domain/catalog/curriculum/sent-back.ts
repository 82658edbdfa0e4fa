import * as z from "zod";

const Ignored = z.unknown().optional().meta({ readOnly: true, description: "Set by the server. Ignored in requests." });

/** Fields that the server sets, in what is read, changed and sent back as a whole. */
export const sentBack = <const Field extends string>(...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, Ignored])) as Record<Field, typeof Ignored>;
