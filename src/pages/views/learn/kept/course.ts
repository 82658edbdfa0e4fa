import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { foreign } from "../../parts/markup.ts";
import { back, keptFrame, type KeptPage } from "./frame.ts";
import { keptList, unsent } from "./island.ts";

interface KeptCoursePage {
  name: string;
  href: string;
  sections: readonly {
    title: string;
    lectures: readonly { title: string; href: string | null; isDone: boolean }[];
  }[];
}

/** The outline of a kept course. */
export const keptCourse = (page: KeptPage, { name, href, sections }: KeptCoursePage): string => {
  const { learn, offline: text } = textFor(page.locale);
  return keptFrame(page, {
    title: name,
    current: href,
    content: html`${back("/learn", text.list)}
      <h1>${foreign(name)}</h1>
      ${sections.map(
        (section) =>
          html`<section class="part">
            <h2>${foreign(section.title)}</h2>
            <ol class="lectures">
              ${section.lectures.map(
                ({ title, href: at, isDone }) =>
                  html`<li class="${isDone ? "done" : at ? "open" : "locked"}">
                    <p class="title">
                      ${at ? html`<a href="${at}">${foreign(title)}</a>` : foreign(title)}
                      ${isDone && html`<span class="state">${learn.course.done}</span>`}
                    </p>
                    ${!at && html`<p class="soft">${text.notKept}</p>`}
                  </li>`,
              )}
            </ol>
          </section>`,
      )}`,
  });
};

/** The page that a device without a connection shows in place of all that it has not kept. */
export const keptHome = (page: KeptPage): string => {
  const { offline: text } = textFor(page.locale);
  return keptFrame(page, {
    title: text.noConnection,
    current: "/learn",
    content: html`<h1>${text.noConnection}</h1>
      ${unsent(page.locale)} ${keptList(page.locale)}`,
  });
};
