import { exampleId } from "#domain/platform/ids.ts";
import { type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

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
      {
        kind: "quotes",
        settings: { heading: "What students say", quotes: [{ text: "I found Saturn by myself.", author: "Lu Chen" }] },
      },
      { kind: "faq", settings: { items: [{ question: "What if it rains?", answer_markdown: "We go **inside**." }] } },
    ],
  },
};

export const appearanceResources: ResourceExamples = {
  appearance: {
    theme: { name: "lectern", version: "1" },
    colors: {
      primary: "#1f3a8a",
      accent: "#f59e0b",
      background: "#ffffff",
      surface: "#f8fafc",
      text: "#0f172a",
      muted_text: "#475569",
      link: "#1f3a8a",
      border: "#cbd5e1",
    },
    dark_mode: "auto",
    fonts: { heading: "serif", body: "system" },
    logo_file_id: exampleId("file"),
    logo_url: `${exampleOrigin}/files/${exampleId("file")}`,
    corner_radius: "large",
    density: "comfortable",
    custom_css: "",
    header_html: "",
    footer_html: "<p>Night Sky Ltd</p>",
    revision: 4,
    warnings: [],
    navigation: [{ label: "Courses", href: "/courses", visible_to: "everyone", children: [] }],
    home_sections: [{ kind: "courses", settings: { heading: null, limit: 6 } }],
  },
  navigation: { navigation: [{ label: "Courses", href: "/courses", visible_to: "everyone", children: [] }] },
  home_sections: { home_sections: [{ kind: "courses", settings: { heading: null, limit: 6 } }] },
};
