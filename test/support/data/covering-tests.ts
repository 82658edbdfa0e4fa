/**
 * Tests that cover all resources, each with a rule that a new one has to follow. The rest of `npm test` and
 * `npm run check` reads the sources of this repository, and not those of the copy.
 */
export const coveringTests: readonly string[] = [
  "test/database/indexes.test.ts",
  "test/database/released-migrations.test.ts",
  "test/database/schema-contract.test.ts",
  "test/domain/privacy-catalogue.test.ts",
  "test/domain/site-archive/round-trip.test.ts",
  "test/domain/site-archive/tables.test.ts",
  "test/isolation.test.ts",
  "test/mcp/descriptions.test.ts",
  "test/mcp/output-schemas.test.ts",
  "test/mcp/tools.test.ts",
  "test/mcp/versions.test.ts",
  "test/pages/derived/derived-pages.test.ts",
  "test/rest/conventions/route-groups.test.ts",
  "test/rest/conventions/scopes.test.ts",
  "test/rest/openapi/request-examples.test.ts",
  "test/rest/webhooks/every-event-type.test.ts",
  "test/sources/audit-phrases.test.ts",
  "test/sources/faces.test.ts",
  "test/sources/problem-codes.test.ts",
  "test/sources/resources.test.ts",
  "test/sources/statements.test.ts",
];
