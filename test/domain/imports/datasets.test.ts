import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { findCourseBySlug } from "#domain/catalog/courses/queries.ts";
import { listLectures } from "#domain/catalog/curriculum/queries.ts";
import { importCarpentries } from "#domain/site/imports/carpentries/import-carpentries.ts";
import { importOulad } from "#domain/site/imports/oulad/import-oulad.ts";
import { aSiteContext } from "../support.ts";

const datasets = process.env["LECTERN_DATASETS"] ?? path.join(import.meta.dirname, "../../../../shared/data");
const folder = (name: string) => path.join(datasets, name);
const unless = (name: string) =>
  existsSync(folder(name)) ? false : `there is no ${folder(name)}: set LECTERN_DATASETS to the folder of the data sets`;

const wordsOf = (text: string) => text.match(/\p{L}{4,}/gu)!;

void test(
  "The five Carpentries lessons become courses with all episodes, their text in order and no leftover markup",
  { skip: unless("carpentries") },
  async () => {
    const context = (await aSiteContext())();
    const first = await importCarpentries(context, folder("carpentries"));
    assert.deepEqual([first.courses.created, first.lectures.created], [5, 57]);
    const shell = (await findCourseBySlug(context, "shell-novice"))!;
    const lectures = await listLectures(context, shell.id);
    const pipes = lectures.find(({ title }) => title === "Pipes and Filters")!;
    assert.equal(pipes.durationSeconds, 35 * 60);
    const file = readFileSync(path.join(folder("carpentries"), "shell-novice/episodes/04-pipefilter.md"), "utf8");
    const written = wordsOf(
      file
        .replace(/^---.*?^---$/ms, "")
        .replaceAll(/^:{3,}.*$/gm, "")
        .replaceAll(/\]\([^)]*\)/g, ""),
    );
    const importedWords = wordsOf(
      pipes.bodyMarkdown!.replaceAll(/^\*\*[\w ]+\*\*$/gm, "").replaceAll(/\]\([^)]*\)/g, ""),
    );
    const sourceWords = written.filter((word) => !["alt"].includes(word));
    assert.ok(importedWords.length > 1500 && sourceWords.length >= importedWords.length);
    let at = 0;
    for (const word of sourceWords) if (word === importedWords[at]) at++;
    assert.equal(at, importedWords.length, `${importedWords[at]} is out of order`);
    for (const { bodyMarkdown } of lectures) {
      const prose = bodyMarkdown!.replaceAll(/^(```|~~~).*?^\1/gms, "");
      assert.doesNotMatch(prose, /^:{3,}/m);
      assert.doesNotMatch(prose, /\]\((?!https?:|#|mailto:|\/)/);
    }
    const second = await importCarpentries(context, folder("carpentries"));
    assert.deepEqual([second.courses.unchanged, second.lectures.unchanged], [5, 57]);
  },
);

void test(
  "The first students of the Open University data set are imported with their related data",
  { skip: unless("oulad") },
  async () => {
    const context = (await aSiteContext())();
    const counts = await importOulad(context, folder("oulad"), { students: 500 });
    assert.deepEqual([counts.courses, counts.lectures, counts.members], [22, 6570, 500]);
    assert.ok(counts.enrollments >= 500 && counts.places > 400);
    const again = await importOulad(context, folder("oulad"), { students: 500 });
    assert.deepEqual(
      Object.values(again).filter((count) => count > 0),
      [],
    );
  },
);

void test(
  "The whole Open University data set is imported with every student, enrollment and course",
  { skip: unless("oulad") },
  async () => {
    const context = (await aSiteContext())();
    const { members, enrollments, courses, quizzes, assignments, attempts, submissions } = await importOulad(
      context,
      folder("oulad"),
    );
    assert.deepEqual({ members, enrollments, courses }, { members: 28_785, enrollments: 32_593, courses: 22 });
    assert.deepEqual({ quizzes, assignments }, { quizzes: 100, assignments: 106 });
    assert.deepEqual({ attempts, submissions }, { attempts: 75_486, submissions: 98_426 });
  },
);
