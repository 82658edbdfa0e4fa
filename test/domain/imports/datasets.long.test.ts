import assert from "node:assert/strict";
import { test } from "node:test";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { aSiteContext } from "../support.ts";
import { datasetFolder, missingDataset } from "./fixtures/datasets.ts";

void test(
  "The whole Open University data set is imported with every student, enrollment and course",
  { skip: missingDataset("oulad") },
  async () => {
    const context = (await aSiteContext())();
    const { members, enrollments, courses, quizzes, assignments, attempts, submissions } = await importOulad(
      context,
      datasetFolder("oulad"),
    );
    assert.deepEqual({ members, enrollments, courses }, { members: 28_785, enrollments: 32_593, courses: 22 });
    assert.deepEqual({ quizzes, assignments }, { quizzes: 100, assignments: 106 });
    assert.deepEqual({ attempts, submissions }, { attempts: 75_486, submissions: 98_426 });
  },
);
