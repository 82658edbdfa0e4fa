import { addressOfIsland } from "../../../islands/islands.ts";
import { html, raw } from "hono/html";
import type { ApiOperation, ApiResponse } from "../../../docs/api/reference.ts";
import type { Parameter, Schema } from "../../../docs/api/schema.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Markup, withCode } from "../../parts/markup.ts";
import { docsLayout, type DocsPage } from "../layout.ts";
import { endpoint, tagCrumbs } from "./index.ts";
import { fieldLine, schemaFields } from "./schema.ts";
import { tryIt } from "./try-it.ts";

/** Rendered code: the sample of the request, and the examples of responses by status. */
export interface OperationCode {
  sample: string;
  examples: ReadonlyMap<string, string>;
}

/** GET /docs/api/operations/{operation}. */
export const apiOperation = (page: DocsPage, operation: ApiOperation, code: OperationCode): string => {
  const { docs: text } = textFor(page.locale);
  const { reference } = text;
  const { method, path, tag, summary, description, body } = operation;
  return docsLayout(page, {
    title: summary,
    description: `${method} ${path}`,
    scripts: page.isExport
      ? [addressOfIsland("docs-copy")]
      : [addressOfIsland("docs-copy"), addressOfIsland("console")],
    content: html`${tagCrumbs(page, tag)}
      <h1 lang="en">${summary}</h1>
      <p class="endpoint">${endpoint(method, path)}</p>
      ${paragraphs(description).map((text) => html`<p class="lead" lang="en">${withCode(text)}</p>`)}
      <div class="doc" data-copy-label="${text.copy}" data-copied="${text.copied}">
        <h2>${reference.sample}</h2>
        ${raw(code.sample)} ${parameterLists(page, operation.parameters)}
        ${
          body &&
          html`<h2>${reference.body}</h2>
            ${Object.entries(body.content)
              .filter(([type]) => type !== "application/merge-patch+json")
              .map(([type, { schema = {} }]) => bodyContent(page, type, schema))}`
        }
        <h2>${reference.responses}</h2>
        ${operation.responses.map((response) => responseOf(page, response, code))}
      </div>
      ${!page.isExport && tryIt(page, operation)}`,
  });
};

const paragraphs = (description: string): string[] => (description === "" ? [] : description.split("\n\n"));

const bodyContent = (page: DocsPage, type: string, schema: Schema): Markup =>
  html`<p class="soft"><code>${type}</code></p>
    ${schemaFields(page, schema)}`;

const parameterLists = (page: DocsPage, parameters: readonly Parameter[]): Markup => {
  const { reference } = textFor(page.locale).docs;
  if (parameters.length === 0) return raw("");
  return html`<h2>${reference.parameters}</h2>
    ${(["path", "query", "header"] as const).map((location) => {
      const located = parameters.filter((parameter) => parameter.in === location);
      return located.length === 0
        ? raw("")
        : html`<h3>${reference.places[location]}</h3>
            <ul class="fields">
              ${located.map(({ name, required = false, description, schema = {} }) =>
                fieldLine(page, {
                  name,
                  field: { ...schema, ...(description !== undefined && { description }) },
                  isRequired: required,
                  depth: location === "query" ? Infinity : 0,
                }),
              )}
            </ul>`;
    })}`;
};

const responseOf = (
  page: DocsPage,
  { status, description, schema }: ApiResponse,
  { examples }: OperationCode,
): Markup => {
  const { reference } = textFor(page.locale).docs;
  const example = examples.get(status);
  const heading = html`<b>${status}</b> <span lang="en">${withCode(description)}</span>`;
  if (!schema && example === undefined) return html`<p class="response">${heading}</p>`;
  return html`<details class="response" ${status.startsWith("2") && raw("open")}>
    <summary>${heading}</summary>
    ${schema && schemaFields(page, schema)}
    ${
      example !== undefined &&
      html`<p class="soft">${reference.example}</p>
        ${raw(example)}`
    }
  </details>`;
};
