import type { Reference } from "./fields.ts";
import { formatId, type IdKind, inWords } from "./ids.ts";
import { notFound } from "./problem.ts";

/** Builds `not_found` for a resource requested by id or slug. */
export const resourceNotFound = (kind: IdKind, reference: Reference) =>
  notFound(inWords(kind), "id" in reference ? formatId(kind, reference.id) : reference.slug);
