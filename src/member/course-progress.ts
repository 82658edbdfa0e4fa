import { formatId } from "#domain/ids.ts";
import type { CertificateCard } from "#domain/enrollments/newest-certificates.ts";
import type { CourseProgress as Progress, NextLecture as Next } from "#domain/progress/course-progress.ts";
import { builder } from "./builder.ts";

const NextLecture = builder.objectRef<Next>("NextLecture").implement({
  description: "Where the member goes on: the first lecture in the order of the course that is not completed.",
  fields: (t) => ({
    lectureId: t.id({
      description: "Id of the lecture (lec_…).",
      resolve: ({ lectureId }) => formatId("lecture", lectureId),
    }),
    name: t.exposeString("name", { description: "The lecture's title." }),
    opensAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the course's schedule opens it; null when it is open now.",
      resolve: ({ opensAt }) => opensAt?.toISOString() ?? null,
    }),
  }),
});

export const CourseProgress = builder.objectRef<Progress>("CourseProgress").implement({
  description: "How far the member has come in a course.",
  fields: (t) => ({
    completedLectures: t.exposeInt("completedLectures", { description: "How many lectures are completed." }),
    totalLectures: t.exposeInt("totalLectures", {
      description: "How many lectures there are; those that have not opened yet count too.",
    }),
    percent: t.exposeFloat("percent", {
      description: "0 to 100 with one decimal, rounded down: 100 is reached with the last lecture alone.",
    }),
    nextLecture: t.expose("nextLecture", {
      type: NextLecture,
      nullable: true,
      description: "Where to go on; null once everything is completed.",
    }),
  }),
});

export const CertificateSummary = builder.objectRef<CertificateCard>("CertificateSummary").implement({
  description: "What proves that the member completed a course.",
  fields: (t) => ({
    serial: t.exposeString("serial", { description: "What anybody can check it by." }),
    issuedAt: t.field({
      type: "DateTime",
      description: "When it was issued.",
      resolve: ({ issuedAt }) => issuedAt.toISOString(),
    }),
    url: t.field({
      type: "URL",
      description: "The page on which anybody can check it.",
      resolve: ({ serial }, _args, { site }) => `${site.origin}/certificates/${serial}`,
    }),
  }),
});
