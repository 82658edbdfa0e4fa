import { formatId } from "#domain/platform/ids.ts";
import type { CourseProgress as Progress, NextLecture as Next } from "#domain/learning/progress/course-progress.ts";
import { builder } from "./builder.ts";
import type { CertificateCard } from "#domain/learning/certificates/queries.ts";

const NextLecture = builder.objectRef<Next>("NextLecture").implement({
  description: "The next lecture: the first one in course order that is not completed.",
  fields: (t) => ({
    lectureId: t.id({
      description: "ID of the lecture (lec_…).",
      resolve: ({ lectureId }) => formatId("lecture", lectureId),
    }),
    name: t.exposeString("name", { description: "Title of the lecture." }),
    opensAt: t.expose("opensAt", {
      type: "DateTime",
      nullable: true,
      description: "When the schedule unlocks the lecture. Null if it is unlocked.",
    }),
  }),
});

export const CourseProgress = builder.objectRef<Progress>("CourseProgress").implement({
  description: "The member's progress in a course.",
  fields: (t) => ({
    completedLectures: t.exposeInt("completedLectures", { description: "Number of completed required lectures." }),
    totalLectures: t.exposeInt("totalLectures", {
      description: "Number of required lectures, including those that are still locked.",
    }),
    percent: t.exposeFloat("percent", {
      description: "0 to 100 with one decimal, rounded down. 100 means that every required lecture is completed.",
    }),
    nextLecture: t.expose("nextLecture", {
      type: NextLecture,
      nullable: true,
      description: "The next lecture. Null once everything is completed.",
    }),
  }),
});

export const CertificateSummary = builder.objectRef<CertificateCard>("CertificateSummary").implement({
  description: "Proof that the member completed a course.",
  fields: (t) => ({
    serial: t.exposeString("serial", { description: "Serial number for public verification." }),
    issuedAt: t.expose("issuedAt", { type: "DateTime", description: "Time of issue." }),
    url: t.field({
      type: "URL",
      description: "URL of the public verification page.",
      resolve: ({ serial }, _args, { site }) => `${site.origin}/certificates/${serial}`,
    }),
  }),
});
