import { writeFileSync } from "node:fs";
import path from "node:path";
import { sdl } from "#member/schema.ts";
import { writeProblemCodes } from "../test/support/releases/problem-codes.ts";
import { writeSchema } from "../test/support/releases/schema-contract.ts";
import { privacyDocument, privacyDocumentNow } from "../test/support/releases/privacy-document.ts";

/**
 * `node tools/write-contracts.ts`: records the contracts that clients rely on, so that tests can compare them with
 * the server.
 */
const folder = path.join(import.meta.dirname, "../test/contracts");
writeProblemCodes();
// Imported late, because it includes the file that was just written.
const { openApiDocument } = await import("#rest/openapi/document.ts");
const document = await openApiDocument({ origin: "https://learn.example", name: "Example School" });
writeFileSync(path.join(folder, "openapi.json"), `${JSON.stringify(document, null, 1)}\n`);
writeFileSync(path.join(folder, "member-api.graphql"), sdl());
writeFileSync(privacyDocument, privacyDocumentNow());
const { writeApiChanges } = await import("../test/support/releases/api-record.ts");
await writeApiChanges();
await writeSchema();
