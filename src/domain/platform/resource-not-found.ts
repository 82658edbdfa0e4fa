import type { Reference } from "./fields.ts";
import { formatId, type IdKind, readableName } from "./ids.ts";
import { notFound } from "./problem.ts";

/** Builds `not_found` for a resource requested by id or slug. */
export const resourceNotFound = (kind: IdKind, reference: Reference) =>
  notFound(readableName(kind), "id" in reference ? formatId(kind, reference.id) : reference.slug);
