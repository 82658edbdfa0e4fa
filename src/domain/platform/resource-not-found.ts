import type { Reference } from "./fields.ts";
import { formatId, type IdKind, inWords } from "./ids.ts";
import { notFound } from "./problem.ts";

/** For what was asked for by its id or its slug. */
export const resourceNotFound = (kind: IdKind, reference: Reference) =>
  notFound(inWords(kind), "id" in reference ? formatId(kind, reference.id) : reference.slug);
