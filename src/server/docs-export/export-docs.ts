import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { docsApp, type NamedSchool } from "./docs-app.ts";
import { fileOf } from "./file-of.ts";
import { type Answer, isPage, linkedAddresses, withRelativeLinks } from "./relative-links.ts";

/** Pages that no other page has to link to. */
const startAddresses = ["/docs", "/docs.md", "/docs/search", "/openapi.json"];

/** Writes the documentation as files with relative links, for a host without a server. Returns the number of files. */
export async function exportDocs(folder: string, school: NamedSchool): Promise<number> {
  const app = docsApp(school);
  try {
    const answers = await crawl(app, school.origin);
    const files = new Map(answers.map((answer) => [answer.address, fileOf(answer.address, isPage(answer))]));
    for (const answer of answers) {
      const target = path.join(folder, files.get(answer.address) ?? "");
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, withRelativeLinks(answer, files, school.origin));
    }
    return answers.length;
  } finally {
    await app.close();
  }
}

/** Requests each address that is linked to, once. */
async function crawl(app: FastifyInstance, origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const addresses = new Set(startAddresses);
  // A set yields what is added while it is read.
  for (const address of addresses) {
    const { statusCode, headers, rawPayload } = await app.inject({
      url: address,
      headers: { host: new URL(origin).host },
    });
    // A checkout has no package of the SDK before it is built.
    if (statusCode === 404) continue;
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}.`);
    const answer = { address, type: String(headers["content-type"]), body: rawPayload };
    answers.push(answer);
    for (const linked of linkedAddresses(answer, origin)) addresses.add(linked);
  }
  return answers;
}
