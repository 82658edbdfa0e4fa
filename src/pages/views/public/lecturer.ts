import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showLecturer } from "#domain/public-catalog/lecturers.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, crumbTrail, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { breadcrumbList, organization } from "./structured-data.ts";

type Lecturer = z.output<typeof showLecturer.output>;

/** Lecturer page: biography and courses. */
export const lecturerPage = (
  page: PublicContext,
  { lecturer, presented }: { lecturer: Lecturer; presented: PageContent },
): string => {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds.lecturers, "/lecturers");
  const path = pathOf(lecturer.url);
  const { name, title, pictureUrl, courses, links } = lecturer;
  return publicLayout(page, {
    ...seoOf(presented, { title: name, description: title, path }),
    markdown: `${path}.md`,
    image: pictureUrl,
    data: [
      {
        "@type": "Person",
        name,
        jobTitle: title ?? undefined,
        url: lecturer.url,
        image: pictureUrl ?? undefined,
        sameAs: links.length > 0 ? links : undefined,
        worksFor: organization(page.site),
      },
      breadcrumbList(page.site.origin, [...above, { name, path }]),
    ],
    content: html`<div class="wrap page">
      <div class="column">
        <header>
          ${crumbTrail(page, above)}
          ${pictureUrl && html`<p><img class="large-portrait" src="${pictureUrl}" alt="" /></p>`}
          <h1 class="foreign">${name}</h1>
          ${title && html`<p class="lead foreign">${title}</p>`}
        </header>
        ${storedHtml(presented.html)}
        ${linkList(
          text.lecturer.courses,
          courses.map((course) => ({ label: course.name, href: pathOf(course.url) })),
        )}
        ${linkList(
          text.lecturer.links,
          links.map((link) => ({ label: new URL(link).host, href: link })),
        )}
      </div>
    </div>`,
  });
};

const linkList = (heading: string, links: readonly { label: string; href: string }[]): Markup =>
  links.length === 0
    ? raw("")
    : html`<section>
        <h2>${heading}</h2>
        <ul class="people after">
          ${links.map(
            ({ label, href }) =>
              html`<li>
                <a href="${href}" ${!href.startsWith("/") && raw('rel="nofollow noopener noreferrer"')}
                  ><bdi class="foreign">${label}</bdi></a
                >
              </li>`,
          )}
        </ul>
      </section>`;
