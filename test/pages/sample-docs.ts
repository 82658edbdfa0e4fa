import { listDocuments, neighborsOf, readDocument } from "#pages/docs/documents.ts";
import { findErrorReference } from "#pages/text/error-reference.ts";
import { documentPage } from "#pages/views/docs/document.ts";
import { docsOverview } from "#pages/views/docs/overview.ts";
import { errorIndex, errorReference } from "#pages/views/error-reference.ts";
import type { PageContext } from "#pages/views/page-context.ts";

const documents = await listDocuments();
const guide = "guides/paginate-and-sync";
const document = await readDocument(guide, "https://learn.harbour.example", "typescript");
const neighbors = await neighborsOf(guide);

/** The developer documentation. */
export const sampleDocs = (visitor: PageContext): [string, string][] => {
  const at = (path: string) => ({ ...visitor, documents, path });
  return [
    ["docs", docsOverview(at("/docs"))],
    ["docs-guide", documentPage(at(`/docs/${guide}`), document, neighbors)],
    ["error-reference", errorReference(at("/docs/errors/invalid_grant"), findErrorReference("invalid_grant")!)],
    ["error-index", errorIndex(at("/docs/errors"))],
  ];
};
