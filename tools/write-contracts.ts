import { writeFileSync } from "node:fs";
import path from "node:path";
import { writeSchema } from "../test/support/releases/schema-contract.ts";

/**
 * `npm run contracts`: records the contracts that clients rely on, so that tests can compare them with the server. Each
 * part is imported after the files are written that it includes.
 */
const folder = path.join(import.meta.dirname, "../test/contracts");
// Slices read the columns of their tables from it.
await writeSchema();
const { writeProblemCodes } = await import("../test/support/releases/problem-codes.ts");
writeProblemCodes();
const { openApiDocument } = await import("#rest/openapi/document.ts");
const document = await openApiDocument({ origin: "https://learn.example", name: "Example School" });
writeFileSync(path.join(folder, "openapi.json"), `${JSON.stringify(document, null, 1)}\n`);
const { sdl } = await import("#member/schema.ts");
writeFileSync(path.join(folder, "member-api.graphql"), sdl());
const { privacyDocument, privacyDocumentNow } = await import("../test/support/releases/privacy-document.ts");
writeFileSync(privacyDocument, privacyDocumentNow());
const { writeApiChanges } = await import("../test/support/releases/api-record.ts");
await writeApiChanges();
