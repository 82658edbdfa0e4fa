import { type AuditAction, type AuditName, resources } from "#domain/resources.ts";
import type { Localized } from "#domain/platform/resource.ts";

/** Audit log entries by action. */
export const auditActionsIn = (locale: keyof Localized): Readonly<Record<AuditAction, string>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `AuditAction` is derived from the same declarations.
  Object.fromEntries(
    resources
      .flatMap(({ audit }) => Object.entries<Localized>(audit.actions))
      .map(([name, text]) => [name, text[locale]]),
  ) as Record<AuditAction, string>;

/** Names of audited resource types. */
export const auditNamesIn = (locale: keyof Localized): Readonly<Record<AuditName, string>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `AuditName` is derived from the same declarations.
  Object.fromEntries(
    resources
      .flatMap(({ audit }) => Object.entries<Localized>(audit.names))
      .map(([name, text]) => [name, text[locale]]),
  ) as Record<AuditName, string>;
