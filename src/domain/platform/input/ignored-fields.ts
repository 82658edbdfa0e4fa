import * as z from "zod";
import { recordOf } from "#lib/json/typed-object.ts";

const Ignored = z.unknown().optional().meta({ readOnly: true, description: "Set by the server. Ignored in requests." });

/** Read-only fields that are ignored in requests, so that clients can send back what they read. */
export const ignoredFields = <const Field extends string>(...fields: Field[]) => recordOf(fields, () => Ignored);
