import { analyticsThings } from "./analytics.ts";
import { appearanceThings } from "./appearance.ts";
import { commentThings } from "./comments.ts";
import { couponAnswers, couponThings } from "./coupons.ts";
import { courseAnswers, courseThings } from "./courses.ts";
import { curriculumAnswers, curriculumThings } from "./curriculum.ts";
import { eventAnswers, eventThings } from "./events.ts";
import type { Answers, Things } from "./examples.ts";
import { fileAnswers, fileThings } from "./files.ts";
import { lecturerAnswers, lecturerThings } from "./lecturers.ts";
import { memberAnswers, memberThings } from "./members.ts";
import { membershipAnswers, membershipThings } from "./memberships.ts";
import { orderThings } from "./orders.ts";
import { postAnswers, postThings } from "./posts.ts";
import { consultingAnswers, consultingThings, digitalProductAnswers, digitalProductThings } from "./products.ts";
import { schoolAnswers, schoolThings } from "./school.ts";
import { studentAnswers, studentThings } from "./students.ts";
import { webhookAnswers, webhookThings } from "./webhooks.ts";

export const things: Things = {
  ...courseThings,
  ...curriculumThings,
  ...studentThings,
  ...memberThings,
  ...analyticsThings,
  ...orderThings,
  ...schoolThings,
  ...webhookThings,
  ...appearanceThings,
  ...eventThings,
  ...membershipThings,
  ...couponThings,
  ...postThings,
  ...digitalProductThings,
  ...consultingThings,
  ...commentThings,
  ...lecturerThings,
  ...fileThings,
};

export const answers: Answers = {
  ...courseAnswers,
  ...curriculumAnswers,
  ...studentAnswers,
  ...memberAnswers,
  ...schoolAnswers,
  ...webhookAnswers,
  ...eventAnswers,
  ...membershipAnswers,
  ...couponAnswers,
  ...postAnswers,
  ...digitalProductAnswers,
  ...consultingAnswers,
  ...lecturerAnswers,
  ...fileAnswers,
};
