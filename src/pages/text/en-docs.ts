/** Documentation for developers. The documents themselves are in English. */
export const enDocs = {
  title: "Developer documentation",
  intro: "Build on {site}: the operator API, the Member API, webhooks and the server for agents.",
  navigation: "Documentation",
  groups: { start: "Get started", guides: "Guides", reference: "Reference" },
  overview: "Overview",
  api: "API reference",
  apiAbout: "Every operation of the operator API and every webhook event. Send requests from the page.",
  errors: "Error codes",
  errorsAbout: "Every error code with its causes and fixes.",
  previous: "Previous",
  next: "Next",
  pager: "Previous and next page",
  contents: "On this page",
  markdown: "This page as Markdown",
  copy: "Copy",
  copied: "Copied",
};
