import { keptCourse, keptHome } from "#pages/views/learn/kept/course.ts";
import type { KeptPage } from "#pages/views/learn/kept/frame.ts";
import { keptLecture, type KeptLecturePage } from "#pages/views/learn/kept/lecture.ts";
import type { Names } from "./sample-views.ts";

const here = "/learn/knots/lec_2";

/** Copies of pages that a device keeps. */
export function sampleKept(names: Names, page: KeptPage): [string, string][] {
  const lecture: KeptLecturePage = {
    course: { href: "/learn/knots", name: names.client, language: "en" },
    section: names.site,
    title: names.person,
    here,
    bodyHtml: "<p>A bowline does not slip.</p>",
    missing: ["media", "materials", "quiz"],
    done: { isDone: false },
    previous: { href: here, title: names.person },
    next: null,
  };
  const lectures = [
    { title: names.person, href: here, isDone: true },
    { title: names.client, href: null, isDone: false },
  ];
  return [
    ["learn-kept-lecture", keptLecture(page, lecture)],
    ["learn-kept-lecture-done", keptLecture(page, { ...lecture, done: { isDone: true }, missing: [], bodyHtml: null })],
    [
      "learn-kept-course",
      keptCourse(page, { name: names.client, href: "/learn/knots", sections: [{ title: names.site, lectures }] }),
    ],
    ["learn-kept-home", keptHome(page)],
  ];
}
