import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { contextOf } from "#http/context.ts";
import { publicCaching } from "#http/public-cache/keep-public-responses.ts";
import { escapeXml } from "#lib/svg/escape-xml.ts";
import { documentPage } from "../views/docs/document.ts";
import { defaultLanguage } from "./contents.ts";
import type { OpenDocsPage } from "./docs-page.ts";
import { readOnce } from "./read-once.ts";
import { serveDocsPage } from "./serve-page.ts";

/** The changes of the API in a release, written by tools/write-contracts.ts and tools/record-release.ts. */
interface Release {
  /** Null: not released. */
  version: string | null;
  date: string | null;
  changes: readonly { area: string; kind: "added" | "changed" | "deprecated" | "removed"; text: string }[];
}

const file = path.join(import.meta.dirname, "../../../docs/reference/api-changes.json");
const address = "/docs/changelog";
const title = "API changelog";
const description =
  "Every difference of the operator API, the Member API, webhook events and MCP tools between releases.";
const verbs = { added: "Added", changed: "Changed", deprecated: "Deprecated", removed: "Removed" } as const;

/** The file changes with the release only, so it is read once. */
const readReleases = readOnce(async (): Promise<readonly Release[]> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by tools/write-contracts.ts.
  const releases = JSON.parse(await readFile(file, "utf8")) as readonly Release[];
  return releases.filter(({ version, changes }) => version !== null || changes.length > 0);
});

/** GET /docs/changelog, as a page, as Markdown and as an Atom feed. */
export function changelogPages(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  serveDocsPage(app, openDocsPage, address, {
    read: readReleases,
    async html(page, releases) {
      const { renderDocument } = await import("./render-document.ts");
      const { headings, content } = renderDocument(markdownOf(releases), defaultLanguage);
      return documentPage(page, { title, description, headings, content }, []);
    },
    markdown: markdownOf,
  });
  app.get(`${address}.atom`, async (request, reply) => {
    const { origin, name } = contextOf(request).site;
    const feed = atomOf(await readReleases(), origin, name);
    return reply.header("cache-control", publicCaching).type("application/atom+xml; charset=utf-8").send(feed);
  });
}

const headingOf = ({ version, date }: Release): string =>
  version === null ? "Next release" : `${version}${date === null ? "" : ` (${date})`}`;

function markdownOf(releases: readonly Release[]): string {
  const parts = releases.map((release) => `## ${headingOf(release)}\n\n${changesOf(release, releases)}\n`);
  const intro = `${description} [Versions and changes](/docs/reference/versions) says what can change. Feed: [Atom](${address}.atom).`;
  return `# ${title}\n\n${intro}\n\n${parts.join("\n")}`;
}

function changesOf(release: Release, releases: readonly Release[]): string {
  const { changes } = release;
  if (changes.length === 0) return release === releases.at(-1) ? "The first release." : "No changes of the API.";
  const areas = [...Map.groupBy(changes, ({ area }) => area)];
  return areas
    .map(([area, own]) => `### ${area}\n\n${own.map(({ kind, text }) => `- ${verbs[kind]}: ${text}`).join("\n")}`)
    .join("\n\n");
}

/** RFC 4287. What is not released yet has no date, so it is not in the feed. */
function atomOf(releases: readonly Release[], origin: string, name: string): string {
  const dated = releases.filter(({ date }) => date !== null);
  const entries = dated.map(
    (release) => `  <entry>
    <id>${origin}${address}#${String(release.version)}</id>
    <title>${escapeXml(headingOf(release))}</title>
    <updated>${String(release.date)}T00:00:00Z</updated>
    <link href="${origin}${address}"/>
    <content type="text">${escapeXml(changesOf(release, dated))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${origin}${address}</id>
  <title>${escapeXml(`${title}: ${name}`)}</title>
  <updated>${dated[0]?.date ?? "2026-01-01"}T00:00:00Z</updated>
  <author><name>${escapeXml(name)}</name></author>
  <link rel="self" href="${origin}${address}.atom"/>
  <link href="${origin}${address}"/>
${entries.join("\n")}
</feed>
`;
}
