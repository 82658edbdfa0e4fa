import { exampleId } from "#domain/platform/ids.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

const lu = {
  name: "Lu Wei",
  title: "Astronomer",
  bio_markdown: "Has looked at **Saturn** for thirty years.",
  links: ["https://lu-wei.example"],
};

export const lecturerExamples: Examples = {
  createLecturer: { ...lu, slug: "lu-wei" },
  updateLecturer: { title: "Astronomer and sailor", visible: true },
  upsertLecturer: lu,
  reorderLecturers: { ids: [exampleId("lecturer")] },
};

export const lecturerResources: ResourceExamples = {
  lecturer: { ...lu, slug: "lu-wei", course_count: 3, url: `${exampleOrigin}/lecturers/lu-wei` },
};

export const lecturerResponses: ResponseExamples = {
  createLecturer: { course_count: 0 },
  updateLecturer: { title: "Astronomer and sailor" },
  upsertLecturer: { course_count: 0, created: true },
};
