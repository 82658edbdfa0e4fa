import type { RequestContext } from "#domain/platform/context.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import { findPage } from "../derived/addresses.ts";
import { readIfPossible } from "../derived/load-operation.ts";
import { addressOfResource } from "../derived/resources.ts";

/** Returns the admin page of a resource. Undefined if the caller may not open it: lecturers open their own courses. */
export async function findAdminAddress(context: RequestContext, kind: IdKind, id: string): Promise<string | undefined> {
  const address = addressOfResource(context.caller, toWire(kind), id);
  const page = address === undefined ? undefined : findPage(address.slice("/admin".length));
  return page && (await readIfPossible(context, page, {}, page.params)) ? address : undefined;
}
