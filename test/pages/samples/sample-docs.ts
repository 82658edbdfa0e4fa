import { listDocuments, neighborsOf, readDocument } from "#pages/docs/documents.ts";
import { describeTypes } from "#member/schema-reference.ts";
import { curlOf, memberApiExamples } from "#pages/docs/member-api/examples.ts";
import { groupTypes } from "#pages/docs/member-api/reference.ts";
import { renderCode } from "#pages/docs/render-document.ts";
import { errorReferences, findErrorReference } from "#pages/text/error-reference/error-reference.ts";
import { documentPage } from "#pages/views/docs/document.ts";
import { memberApiPage } from "#pages/views/docs/member-api.ts";
import { docsOverview } from "#pages/views/docs/overview.ts";
import { errorIndex, errorReference } from "#pages/views/frame/error-reference.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";

const documents = await listDocuments();
const guide = "guides/paginate-and-sync";
const document = await readDocument(guide, "https://learn.harbour.example", "typescript");
const memberApi = groupTypes(describeTypes());
const examples = memberApiExamples.map((example) => ({
  ...example,
  query: renderCode(example.query, "graphql"),
  curl: renderCode(curlOf(example), "sh"),
}));
const neighbors = await neighborsOf(guide);

/** The developer documentation. */
export const sampleDocs = (visitor: PageContext): [string, string][] => {
  const at = (path: string) => ({ ...visitor, documents, path });
  return [
    ["docs", docsOverview(at("/docs"))],
    ["docs-guide", documentPage(at(`/docs/${guide}`), document, neighbors)],
    ["docs-member-api", memberApiPage(at("/docs/member-api"), memberApi, examples)],
    ["error-reference", errorReference(at("/docs/errors/invalid_grant"), findErrorReference("invalid_grant")!)],
    ["error-index", errorIndex(at("/docs/errors"), errorReferences)],
  ];
};
