import type { FastifyInstance } from "fastify";
import { publicCaching } from "#http/public-cache/keep-public-responses.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { memberApiPage } from "../../views/docs/member-api.ts";
import { atOrigin } from "../documents.ts";
import type { OpenDocsPage } from "#pages/docs/docs-page.ts";
import { readOnce } from "../read-once.ts";
import { serveDocsPage } from "../serve-page.ts";
import { curlOf, memberApiExamples } from "./examples.ts";
import { memberApiMarkdown } from "./markdown.ts";
import { groupTypes, type MemberApiReference, type MemberApiType } from "./reference.ts";

/** Describes the types of the Member API, and returns its schema as text (SDL). */
export type DescribeMemberApi = () => Promise<{ types: readonly MemberApiType[]; sdl: string }>;

/** Path of the reference, and of its schema with the extension `.graphql`. */
const here = "/docs/member-api";

/** GET /docs/member-api: reference of the Member API, from its schema. */
export function memberApiPages(app: FastifyInstance, openDocsPage: OpenDocsPage, describe: DescribeMemberApi): void {
  // Read on the first request, because most processes never serve these pages.
  const read = readOnce(async (): Promise<MemberApiReference> => groupTypes((await describe()).types));

  serveDocsPage(app, openDocsPage, here, {
    read,
    async html(page, reference) {
      const { renderCode } = await import("../render-document.ts");
      const examples = memberApiExamples.map((example) => ({
        ...example,
        query: renderCode(example.query, "graphql"),
        curl: renderCode(atOrigin(curlOf(example), page.site.origin), "sh"),
      }));
      return memberApiPage(page, reference, examples);
    },
    markdown: (reference, origin) => atOrigin(memberApiMarkdown(reference, origin), origin),
  });
  app.get(`${here}.graphql`, async (_request, reply) => {
    const { sdl } = await describe();
    return reply
      .header("cache-control", publicCaching)
      .header("etag", `"${fingerprint(sdl, 22)}"`)
      .type("application/graphql; charset=utf-8")
      .send(sdl);
  });
}
