import * as pages from "#domain/content/pages/list-pages.ts";
import * as pageRevisions from "#domain/content/pages/page-revisions.ts";
import * as pageStates from "#domain/content/pages/page-states.ts";
import * as pageChanges from "#domain/content/pages/save-page.ts";
import * as redirects from "#domain/content/redirects/operations.ts";
import { act, change, create, read, remove, type Route } from "../route.ts";

/** Pages and redirects. */
export const pageRoutes: readonly Route[] = [
  read("/pages", pages.listPages),
  read("/pages/:page", pages.getPage),
  create("/pages", pageChanges.createPage),
  change("/pages/:page", pageChanges.updatePage),
  remove("/pages/:page", pageStates.deletePage),
  act("/pages/:page/publish", pageStates.publishPage),
  act("/pages/:page/unpublish", pageStates.unpublishPage),
  read("/pages/:page/revisions", pageRevisions.listPageRevisions),
  act("/pages/:page/revisions/:rev/restore", pageRevisions.restorePageRevision),
  read("/redirects", redirects.listRedirects),
  create("/redirects", redirects.createRedirect),
  remove("/redirects/:id", redirects.deleteRedirect),
];
