import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import { addressOfResource } from "../derived/resources.ts";

/** Returns the admin page of a resource, by its UUID. Undefined without a page that the caller may open. */
export const hrefOf = ({ caller }: RequestContext, kind: IdKind, id: string): string | undefined =>
  addressOfResource(caller, toWire(kind), formatId(kind, id));
