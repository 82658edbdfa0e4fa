import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

export const appearanceExamples: Examples = {
  updateAppearance: {
    colors: { primary: "#1f3a8a", accent: "#f59e0b" },
    dark_mode: "auto",
    corner_radius: "large",
    logo_file_id: exampleId("file"),
  },
  replaceNavigation: {
    navigation: [
      { label: "Courses", href: "/courses" },
      {
        label: "Start here",
        ref: exampleId("course"),
        children: [{ label: "How the evenings go", href: "/about", visible_to: "signed_out" }],
      },
    ],
  },
  replaceHomeSections: {
    home_sections: [
      { kind: "hero", settings: { heading: "Look up", button: { label: "All courses", href: "/courses" } } },
      { kind: "courses", settings: {} },
      { kind: "faq", settings: { items: [{ question: "What if it rains?", answer_markdown: "We go **inside**." }] } },
    ],
  },
};
