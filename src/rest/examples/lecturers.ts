import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

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
