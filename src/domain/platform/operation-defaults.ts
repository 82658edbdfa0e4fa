import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { AuditSubject } from "#domain/platform/audit/record-audit.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import type { DeclaredEvent } from "#domain/resources.ts";
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
  emits: DeclaredEvent | undefined;
}

interface Defaults {
  version?: (output: unknown) => number;
  audit?: (input: unknown, output: unknown) => AuditSubject;
  event?: (input: unknown, output: unknown) => OutboxEvent;
}

/** Returns what an operation need not define, because its output implies it: its version, audit entry and event. */
export function defaultsOf({ name, output, writes, audit, unaudited, emits }: Defined): Defaults {
  const defaults: Defaults = isVersioned(output) ? { version: versionIn } : {};
  const isSilent = !writes || audit !== undefined || unaudited !== undefined;
  if (isSilent && emits === undefined) return defaults;
  const kind = kindOfOutput(output);
  if (kind === undefined) throw new Error(`${name} returns no resource that its audit entry or event could be about.`);
  if (!isSilent) defaults.audit = aboutResult(kind);
  if (emits !== undefined) defaults.event = (_input, result) => eventAbout(emits, kind, idIn(result));
  return defaults;
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
