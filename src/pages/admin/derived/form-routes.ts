import { pathOf, withoutTrailingSlash } from "#http/path-of.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { adminRoutes } from "../parts/routes.ts";
import { findPage, type FoundPage } from "./addresses.ts";
import { mayOpenPage } from "./resources.ts";

/** Page context of a form whose operation is in the table. */
export interface FormPageRequest extends AdminPageRequest {
  page: FoundPage;
}

/** Routes of pages by hand for derived forms, with the rights of their operations. `refusal` names who has them. */
export const formRoutes = (refusal = "Your role does not include this page. An owner or a manager can open it.") =>
  adminRoutes.extend<FormPageRequest>(async (pageRequest, show) => {
    const page = findPage(withoutTrailingSlash(pathOf(pageRequest.request.url)).slice("/admin".length));
    if (page && mayOpenPage(pageRequest.context.caller, page)) return show({ ...pageRequest, page });
    throw new Problem("role_required", refusal);
  });
