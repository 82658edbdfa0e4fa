import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { randomFrom } from "../../support/data/random.ts";
import { rounds } from "../../support/thorough.ts";
import { scopes } from "../support/imported-courses.ts";
import { externalId, olxCourse } from "../support/olx-builder.ts";
import { importOlx, type OlxCourse, olxCourses, type OlxFiles } from "../support/olx-import.ts";
import { anOperator } from "../support/operator.ts";

/** Distinctive words by the file that contains them, relative to the course. */
type Words = Map<string, string[]>;

/** A course with each kind of part. Every text, choice and file has words that are found nowhere else. */
function aCourse(number: string): { files: Record<string, string | Uint8Array>; words: Words } {
  const words: Words = new Map();
  let count = 0;
  const files: Record<string, string | Uint8Array> = {};
  const put = (file: string, text: (word: () => string) => string) => {
    const own: string[] = [];
    files[file] = text(() => {
      const word = `word${number.toLowerCase()}x${(count++).toString(36)}z`;
      own.push(word);
      return word;
    });
    words.set(file, own);
  };
  put("course.xml", () => `<course url_name="R" org="Test" course="${number}"/>`);
  put(
    "course/R.xml",
    (word) => `<course display_name="${word()}"><chapter url_name="c1"/><chapter url_name="c2"/></course>`,
  );
  put(
    "chapter/c1.xml",
    (word) => `<chapter display_name="${word()}"><sequential url_name="s1"/><html url_name="loose"/></chapter>`,
  );
  put(
    "chapter/c2.xml",
    (word) =>
      `<chapter display_name="${word()}"><sequential url_name="s2"/><sequential display_name="${word()}" format="${word()}"/></chapter>`,
  );
  put(
    "sequential/s1.xml",
    (word) => `<sequential display_name="${word()}"><vertical url_name="v1"/><vertical url_name="v2"/></sequential>`,
  );
  put(
    "sequential/s2.xml",
    (word) =>
      `<sequential display_name="${word()}"><vertical display_name="${word()}"><html>${word()}</html></vertical></sequential>`,
  );
  put(
    "vertical/v1.xml",
    (word) =>
      `<vertical display_name="${word()}"><html url_name="h1"/><video url_name="f1"/><html url_name="h2"/></vertical>`,
  );
  put(
    "vertical/v2.xml",
    (word) =>
      `<vertical display_name="${word()}"><problem url_name="p1"/><problem url_name="p2"/><poll>${word()}</poll></vertical>`,
  );
  for (const name of ["h1", "h2", "loose"]) {
    put(`html/${name}.xml`, (word) => `<html filename="${name}" display_name="${name === "h1" ? word() : ""}"/>`);
    put(
      `html/${name}.html`,
      (word) =>
        `<h2>${word()}</h2><ul><li>${word()}</li></ul><table><tr><td>${word()}</td></tr></table><p><img src="/static/${name}.png" alt="${word()}"> <select><option>${word()}</option></select></p>`,
    );
    files[`static/${name}.png`] = aPicture({ width: 20 + name.length });
    words.set(`static/${name}.png`, [name]);
  }
  put("video/f1.xml", (word) => `<video display_name="${word()}" youtube_id_1_0="abcdefgh123" sub="words"/>`);
  put("static/subs_words.srt.sjson", () => "{}");
  put(
    "problem/p1.xml",
    (word) =>
      `<problem display_name="P"><p>${word()}</p><multiplechoiceresponse><label>${word()}</label><choicegroup><choice correct="true">${word()}<choicehint>${word()}</choicehint></choice><choice correct="false">${word()}</choice></choicegroup></multiplechoiceresponse><p>${word()}</p><solution>${word()}</solution></problem>`,
  );
  put(
    "problem/p2.xml",
    (word) =>
      `<problem display_name="P"><p>${word()}</p><customresponse cfn="f"><textline/></customresponse><stringresponse answer="${word()}" type="ci"><label>${word()}</label><textline/></stringresponse></problem>`,
  );
  put("about/overview.html", (word) => `<p>${word()}</p>`);
  put("tabs/page.html", () => "<p>A page</p>");
  return { files, words };
}

/** Ways in which files of a course are lost or damaged on their way. */
const damages: Record<string, (files: Record<string, string | Uint8Array>, file: string) => void> = {
  none: () => {},
  remove: (files, file) => {
    delete files[file];
  },
  rename: (files, file) => {
    files[file.replace(/(\.\w+)$/, "-renamed$1")] = files[file]!;
    delete files[file];
  },
  truncate: (files, file) => {
    const content = files[file]!;
    files[file] = content.slice(0, Math.floor(content.length / 2));
  },
  empty: (files, file) => {
    files[file] = "";
  },
  noise: (files, file) => {
    files[file] = Buffer.from([0, 255, 1, 254]);
  },
};

void test("No part of a damaged course vanishes without a warning that names its file", async (context) => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  context.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const archive: OlxFiles = {};
  const cases = Array.from({ length: rounds(10, 30) }, (_, index) => {
    const number = `N${index}`;
    const { files, words } = aCourse(number);
    const [kind, damage] = index === 0 ? (["none", damages["none"]!] as const) : pick(Object.entries(damages));
    const file = pick(Object.keys(files).filter((name) => isNamedByOthers(name)));
    damage(files, file);
    Object.assign(archive, olxCourse(number, files));
    return { number, kind, file, words, rest: files };
  });
  const operator = await anOperator(scopes);
  const { warnings, errors } = await importOlx(operator, archive);
  assert.deepEqual(errors, [], `seed ${seed}`);
  const courses = await olxCourses(operator);
  for (const { number, kind, file, words, rest } of cases) {
    const about = `seed ${seed}: ${kind} ${file} of ${number}`;
    const course = courses.get(externalId(number));
    assert.ok(course, about);
    const reported = warnings.filter((warning) => warning.startsWith(`${number}/`));
    const said = reported.join("\n");
    const details = reported.map((warning) => warning.slice(warning.indexOf(" "))).join("\n");
    const kept = textOf(course, await sectionTitles(operator, course));
    const isGone = kind === "remove" || kind === "rename";
    // A picture with other content is stored as a file.
    const isDamaged = (kind === "empty" || kind === "noise") && !file.startsWith("static/");
    if (isGone || isDamaged) assert.ok(said.includes(file), `${about}\n${said}`);
    for (const [other, own] of words) {
      // Words of a file that is left out are lost with it, and the file is named.
      if (details.includes(other)) continue;
      const content = String(rest[other] ?? "");
      for (const word of own.filter((one) => content.includes(one))) {
        assert.ok(kept.includes(word) || said.includes(word), `${about}: ${word} of ${other}\n${said}`);
      }
    }
  }
});

/** Nothing tells that a file is missing if nothing names it. A transcript has only its ID in the course. */
const isNamedByOthers = (file: string): boolean => !/^(course\.xml|course\/|tabs\/|about\/|static\/subs_)/.test(file);

async function sectionTitles(operator: Awaited<ReturnType<typeof anOperator>>, { id }: OlxCourse): Promise<string[]> {
  const { sections } = (await operator.get(`/courses/${id}/curriculum`)).json<{ sections: { title: string }[] }>();
  return sections.map(({ title }) => title);
}

const textOf = (course: OlxCourse, titles: readonly string[]): string => JSON.stringify([course, titles]);
