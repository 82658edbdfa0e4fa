/** A language of code samples: its name, and the names of its code blocks in Markdown. */
export const codeLanguages = {
  sdk: { name: "SDK", fence: "ts sdk" },
  curl: { name: "curl", fence: "sh" },
  typescript: { name: "TypeScript", fence: "ts" },
  python: { name: "Python", fence: "python" },
} as const;

export type CodeLanguage = keyof typeof codeLanguages;

/** Language of samples until the reader chooses one. */
export const defaultLanguage: CodeLanguage = "curl";

/** The language in which a page shows its samples. "all": the page is a file, and the reader chooses there. */
export type ShownLanguage = CodeLanguage | "all";

/** Served documents in reading order, as paths below the folder `docs` without `.md`. */
export const contents = {
  start: ["guides/quickstart", "guides/api-keys", "guides/sign-in-with-oauth"],
  guides: [
    "guides/typescript-sdk",
    "guides/recipes",
    "guides/paginate-and-sync",
    "guides/retry-safely",
    "guides/verify-webhooks",
    "guides/upload-files",
    "guides/import-data",
    "guides/provision-members",
    "guides/quizzes",
    "guides/connect-an-agent",
    "guides/member-api",
  ],
  reference: [
    "guides/handle-errors",
    "guides/rate-limits",
    "reference/money",
    "reference/versions",
    "reference/mcp-tools",
    "reference/exports-and-imports",
    "reference/site-archive",
    "reference/course-json",
    "reference/course-folder",
    "reference/olx",
  ],
  operate: [
    "operations/deploy",
    "operations/systemd",
    "operations/containers",
    "operations/kubernetes",
    "operations/reverse-proxy",
    "reference/settings",
    "operations/security-checklist",
    "operations/upgrade",
    "operations/backup",
    "operations/disaster-recovery",
    "operations/availability",
    "operations/observability",
    "operations/sizing",
  ],
} as const satisfies Record<string, readonly string[]>;

export type DocumentGroup = keyof typeof contents;
export type DocumentName = (typeof contents)[DocumentGroup][number];

export const documentNames: readonly DocumentName[] = Object.values(contents).flat();
