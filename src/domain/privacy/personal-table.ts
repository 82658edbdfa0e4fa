import type { IdKind } from "#domain/platform/ids.ts";
import type { DeclaredTable } from "#domain/platform/declared-table.ts";

export type PersonalTable = DeclaredTable<IdKind>;
