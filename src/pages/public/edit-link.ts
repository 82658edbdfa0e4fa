import { formatId, type IdKind } from "#domain/platform/ids.ts";
import type { PublicPageRequest } from "./page-request.ts";

/**
 * Adds the address of the admin page of the displayed resource, for staff who may open it. Pages of members are not
 * cached. The admin area is loaded for staff only.
 */
export async function withEditLink(
  pageRequest: PublicPageRequest,
  kind: IdKind,
  id: string,
): Promise<PublicPageRequest> {
  const { session, context, page } = pageRequest;
  if (!session?.roles.some((role) => role !== "student")) return pageRequest;
  const { findAdminAddress } = await import("../admin/parts/find-admin-address.ts");
  return { ...pageRequest, page: { ...page, edit: await findAdminAddress(context, kind, formatId(kind, id)) } };
}
