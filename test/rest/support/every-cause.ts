import { resourceFixtures } from "../../support/worlds/resource-fixtures.ts";
import { causesOfCheckout } from "./causes/checkout.ts";
import type { Causes } from "./causes/causes.ts";
import { causesOfCourses } from "./causes/courses.ts";
import { causesOfImports } from "./causes/imports.ts";
import { causesOfLearning } from "./causes/learning.ts";
import { causesOfPeople } from "./causes/people.ts";
import { causesOfSchool } from "./causes/school.ts";
import { causesOfSelling } from "./causes/selling.ts";

/** The causes of all event types. */
export const everyCause: Causes = {
  ...causesOfCourses,
  ...causesOfLearning,
  ...causesOfPeople,
  ...causesOfSelling,
  ...causesOfCheckout,
  ...causesOfSchool,
  ...causesOfImports,
  ...(Object.assign({}, ...resourceFixtures.map((fixture) => fixture.causes)) as Causes),
};
