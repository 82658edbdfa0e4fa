import * as fc from "fast-check";

const anyOf = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);

const drips = anyOf({ after_days: 7 }, { on_date: "2031-05-04" });
const videos = anyOf(
  { file_id: "{{file}}" },
  { provider: "youtube", external_url: "https://www.youtube.com/watch?v=M7lc1UVf-VE" },
);
const questions = anyOf(
  { kind: "short_text", prompt_markdown: "Which **knot**?", accepted_answers: ["bowline"] },
  { kind: "single", prompt_markdown: "Port is", choices: [{ text: "left", correct: true }, { text: "right" }] },
  { kind: "numeric", prompt_markdown: "How deep?", accepted_answers: ["3"], tolerance: 0.5 },
);
const links = anyOf(
  { label: "Courses", href: "/courses" },
  { label: "More", children: [{ label: "About", href: "/about" }] },
);

/** Schemas with dependencies between fields, by component name. */
export const knownComponents: Record<string, fc.Arbitrary<unknown>> = { PartDrip: drips, Video: videos };

/** Fields with constraints beyond a schema: lists kept elsewhere, rules between fields, several text formats. */
export const knownFields: Record<string, fc.Arbitrary<unknown>> = {
  language: anyOf("en", "zh-TW"),
  locale: anyOf("en", "zh-TW", "pt-BR"),
  lang: anyOf("en", "zh-TW"),
  currency: anyOf("TWD", "USD"),
  default_currency: anyOf("TWD", "USD"),
  currencies: anyOf(["TWD"], ["USD", "EUR"]),
  support_email: anyOf("help@school.example"),
  questions: fc.array(questions, { minLength: 1, maxLength: 3 }),
  navigation: fc.array(links, { maxLength: 3 }),
  filename: anyOf("notes.txt", "海圖.pdf"),
  group: anyOf("player"),
  settings: anyOf({ autoplay_next: false }),
  rev: anyOf("1"),
  n: anyOf("1"),
  // Long enough to be unique.
  slug: fc.stringMatching(/^[a-z]{8}-[a-z0-9]{6}$/),
  path: fc.stringMatching(/^\/[a-z]{8}\/[a-z0-9]{6}$/),
  external_id: fc.stringMatching(/^lms\/[a-z0-9]{10}$/),
};
