import type { FastifyInstance } from "fastify";
import { exportedSearchPage } from "../../views/docs/exported-search.ts";
import type { OpenDocsPage } from "../docs-page.ts";
import { sendDocsPage } from "../send.ts";
import { readEntries, type Sources } from "./entries.ts";

/** The search of an export: a page whose script searches a file with all entries. */
export function exportedSearch(app: FastifyInstance, openDocsPage: OpenDocsPage, open: () => Promise<Sources>): void {
  app.get("/docs/search", async (request, reply) => {
    const page = await openDocsPage(request, reply);
    return sendDocsPage(reply, page, exportedSearchPage(page));
  });
  app.get("/docs/search-entries.json", async () => readEntries(await open()));
}
