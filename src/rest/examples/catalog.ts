import { analyticsResources } from "./analytics.ts";
import { appearanceResources } from "./appearance.ts";
import { commentResources } from "./comments.ts";
import { couponResponses, couponResources } from "./coupons.ts";
import { courseResponses, courseResources } from "./courses.ts";
import { curriculumResponses, curriculumResources } from "./curriculum.ts";
import { eventResponses, eventResources } from "./events.ts";
import type { ResponseExamples, ResourceExamples } from "./examples.ts";
import { fileResponses, fileResources } from "./files.ts";
import { lecturerResponses, lecturerResources } from "./lecturers.ts";
import { memberResponses, memberResources } from "./members.ts";
import { membershipResponses, membershipResources } from "./memberships.ts";
import { orderResources } from "./orders.ts";
import { postResponses, postResources } from "./posts.ts";
import {
  consultingResponses,
  consultingResources,
  digitalProductResponses,
  digitalProductResources,
} from "./products.ts";
import { schoolResponses, schoolResources } from "./school.ts";
import { studentResponses, studentResources } from "./students.ts";
import { webhookResponses, webhookResources } from "./webhooks.ts";

export const resourceExamples: ResourceExamples = {
  ...courseResources,
  ...curriculumResources,
  ...studentResources,
  ...memberResources,
  ...analyticsResources,
  ...orderResources,
  ...schoolResources,
  ...webhookResources,
  ...appearanceResources,
  ...eventResources,
  ...membershipResources,
  ...couponResources,
  ...postResources,
  ...digitalProductResources,
  ...consultingResources,
  ...commentResources,
  ...lecturerResources,
  ...fileResources,
};

export const responseExamples: ResponseExamples = {
  ...courseResponses,
  ...curriculumResponses,
  ...studentResponses,
  ...memberResponses,
  ...schoolResponses,
  ...webhookResponses,
  ...eventResponses,
  ...membershipResponses,
  ...couponResponses,
  ...postResponses,
  ...digitalProductResponses,
  ...consultingResponses,
  ...lecturerResponses,
  ...fileResponses,
};
