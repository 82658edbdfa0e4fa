import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { AuditSubject } from "#domain/platform/audit/record-audit.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { type IdKind, kindOfSchema } from "./ids.ts";
import { isVersioned } from "./versioned.ts";

interface Defined {
  name: string;
  output: z.ZodType;
  writes: boolean;
  audit?: unknown;
  unaudited?: string;
}

interface Defaults {
  version?: (output: unknown) => number;
  audit?: (input: unknown, output: unknown) => AuditSubject;
}

/** Returns what an operation need not define, because its output implies it: the version and the audit entry. */
export function defaultsOf({ name, output, writes, audit, unaudited }: Defined): Defaults {
  const defaults = isVersioned(output) ? { version: versionIn } : {};
  if (!writes || audit !== undefined || unaudited !== undefined) return defaults;
  const kind = kindOfOutput(output);
  if (kind === undefined) throw new Error(`${name} returns no resource that its audit entry could be about.`);
  return { ...defaults, audit: aboutResult(kind) };
}

/** Returns the function for audit entries about a returned resource: one per kind. */
export const aboutResult = oncePer(
  (kind: IdKind) =>
    (_input: unknown, result: unknown): AuditSubject =>
      about(kind, idIn(result)),
);

/** Returns the kind of the resource that an output identifies. */
export function kindOfOutput(output: z.ZodType): IdKind | undefined {
  const id: unknown = output instanceof z.ZodObject ? output.shape["id"] : undefined;
  return id instanceof z.ZodType ? kindOfSchema(id) : undefined;
}

function versionIn(output: unknown): number {
  const { version } = asRecord(output);
  if (typeof version !== "number") throw new Error("The result of a versioned output has no version.");
  return version;
}

function idIn(output: unknown): string {
  const { id } = asRecord(output);
  if (typeof id !== "string") throw new Error("The result has no id.");
  return id;
}
