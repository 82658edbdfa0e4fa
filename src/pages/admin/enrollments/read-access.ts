import { isEmailAddress } from "#domain/platform/email.ts";
import type { FormFields } from "#lib/form-fields.ts";

/** Choices of the end of the access. `usual`: as the course or the chosen price says. */
export const durations = ["usual", "ever", "until", "days"] as const;
export type Duration = (typeof durations)[number];

/** Fields of the operation that belong to each choice. */
const fieldsByDuration: Readonly<Record<Exclude<Duration, "usual" | "ever">, readonly string[]>> = {
  until: ["expires_at.date", "expires_at.time"],
  days: ["access_days"],
};

export interface ReadAccess {
  /** The fields of the operation. */
  fields: FormFields;
  /** The field that the chosen duration lacks. */
  missing: string | undefined;
}

/**
 * Reads the person and the duration. One field takes a member or the address of a person who is new to the school. A
 * form without a choice of the duration has the fields of the operation already.
 */
export function readAccess(form: FormFields): ReadAccess {
  const valueOf = (name: string) => form.find(([field]) => field === name)?.[1].trim() ?? "";
  const person = valueOf("student_id");
  const isAddress = isEmailAddress(person);
  const duration = durations.find((one) => one === valueOf("duration"));
  const dropped = new Set([
    ...(isAddress ? ["student_id", "email"] : []),
    ...(duration === undefined
      ? []
      : [
          "lifetime",
          ...Object.values(fieldsByDuration)
            .flat()
            .filter((name) => !isPartOf(duration, name)),
        ]),
  ]);
  const added: FormFields = [
    ...(isAddress ? [["email", person] as const] : []),
    ...(duration === "ever" ? [["lifetime", "true"] as const] : []),
  ];
  const needed = duration === "until" ? "expires_at.date" : duration === "days" ? "access_days" : undefined;
  return {
    fields: [...form.filter(([name]) => !dropped.has(name)), ...added],
    missing: needed !== undefined && valueOf(needed) === "" ? needed : undefined,
  };
}

const isPartOf = (duration: Duration, name: string): boolean =>
  (duration === "until" || duration === "days") && fieldsByDuration[duration].includes(name);
