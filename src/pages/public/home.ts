import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { plainShell } from "#domain/public-catalog/pages/page-shell.ts";
import { servedCss } from "#domain/site/appearance/served-css.ts";
import { showQuotedReviews } from "#domain/public-catalog/courses/reviews.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { htmlOfSections } from "#domain/site/appearance/home-section.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { zip } from "#lib/zip/zip.ts";
import { home } from "../views/public/home.ts";
import type { FixedTheme } from "../views/styles/theme.ts";
import { siteStyle, siteStyleAddress, siteStylePath, siteThemePath } from "../views/public/site-style.ts";
import { isCardKind, readCards } from "./cards.ts";
import { sendPublicPage } from "./send.ts";
import { openSharedRequest, type OpenPublicPageRequest } from "./page-request.ts";

/** GET /, and the stylesheet of the site's appearance. */
export function homePage(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get("/", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { shell, page, context, indexed } = pageRequest;
    const { homeSections } = shell.appearance;
    const rendered = htmlOfSections(homeSections, shell.homeSectionHtml);
    const sections = await Promise.all(
      zip(homeSections, rendered).map(async ([section, html]) => ({
        section,
        rendered: html,
        cards:
          "limit" in section.settings && isCardKind(section.kind)
            ? await readCards(pageRequest, section.kind, section.settings.limit)
            : [],
        reviews:
          section.kind === "quotes"
            ? await perform(showQuotedReviews, context, {
                ids: section.settings.reviewIds.map((id) => formatId("review", id)),
              })
            : [],
      })),
    );
    const view = { description: context.site.description, sections, indexed };
    return sendPublicPage(pageRequest, home(page, view), "/index.md");
  });

  app.get(siteStylePath, async (request, reply) => {
    const { shell, context } = await openSharedRequest(request);
    // The URL contains a content hash, so that the response can be cached indefinitely.
    const theme = themeIn(request);
    const isNamed = request.url === siteStyleAddress(shell, theme);
    const css = await servedCss(context, shell.appearance.customCss);
    return sendStyle(reply, siteStyle(shell, css, theme), isNamed);
  });

  app.get(siteThemePath, async (request, reply) => {
    const shell = plainShell((await openSharedRequest(request)).shell);
    const theme = themeIn(request);
    const isNamed = request.url === siteStyleAddress(shell, theme);
    return sendStyle(reply, siteStyle(shell, "", theme), isNamed);
  });
}

/** The theme that the address of a stylesheet names. */
const themeIn = ({ url }: FastifyRequest): FixedTheme | undefined =>
  url.endsWith("&theme=dark") ? "dark" : url.endsWith("&theme=light") ? "light" : undefined;

const sendStyle = (reply: FastifyReply, css: string, isNamed: boolean): FastifyReply =>
  reply
    .header("cache-control", isNamed ? "public, max-age=31536000, immutable" : "public, no-cache")
    .header("etag", `"${fingerprint(css, 22)}"`)
    .type("text/css; charset=utf-8")
    .send(css);
