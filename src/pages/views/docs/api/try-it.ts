import { referenceCallback } from "#oauth/clients/reference-client.ts";
import { addressOfIsland } from "../../../islands/islands.ts";
import { html, raw } from "hono/html";
import type { ApiOperation } from "../../../docs/api/reference.ts";
import { startingBody, fieldsOfBody, fieldsOfParameters, type RequestField } from "../../../docs/api/request-fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { docsLayout, type DocsPage } from "../layout.ts";

/** The form that sends a request. The script shows it. */
export const tryIt = (page: DocsPage, operation: ApiOperation): Markup => {
  const { tryIt: text } = textFor(page.locale).docs;
  const { method, path, scopes, parameters, body } = operation;
  const fields = fieldsOfParameters(parameters);
  const needed = fields.filter(({ required }) => required);
  const optionalFields = fields.filter(({ required, name }) => !required && name !== "dry_run");
  const canDryRun = fields.some(({ name }) => name === "dry_run");
  const example = body && startingBody(body.content);
  const inputs = body && example === undefined ? fieldsOfBody(body.content) : [];
  return html`<section class="try" aria-labelledby="try-it">
    <h2 id="try-it">${text.title}</h2>
    <noscript><p class="notice">${text.needsScript}</p></noscript>
    <div
      id="console"
      hidden
      data-method="${method}"
      data-path="${path}"
      data-scopes="${scopes.join(" ")}"
      data-callback="${referenceCallback}"
      data-failed="${text.failed}"
      data-lacking="${text.lacking}"
      data-signed-in="${text.signedIn}"
      data-signed-out="${text.signedOut}"
      data-unreachable="${text.unreachable}"
    >
      <fieldset class="access">
        <legend>${text.access}</legend>
        <p id="access-state" role="status">${text.signedOut}</p>
        <div class="actions">
          <button type="button" class="button" id="sign-in">${text.signIn}</button>
          <button type="button" class="button secondary" id="sign-out" hidden>${text.signOut}</button>
        </div>
        <form id="token-form">
          <label for="token">${text.token}</label>
          <div class="line">
            <input
              id="token"
              type="password"
              autocomplete="off"
              spellcheck="false"
              maxlength="500"
              aria-describedby="token-kept"
            />
            <button class="button secondary">${text.use}</button>
          </div>
          <p id="token-kept" class="aside">${text.kept}</p>
        </form>
      </fieldset>
      <form id="request">
        ${needed.map((field, index) => inputOf(page, field, `needed-${index}`))}
        ${example === undefined ? inputs.map((field, index) => inputOf(page, field, `body-${index}`)) : jsonInput(page, example)}
        ${
          canDryRun &&
          html`<label class="dry">
            <input type="checkbox" data-in="query" data-name="dry_run" value="true" checked />
            <code>dry_run=true</code>
          </label>`
        }
        ${
          optionalFields.length !== 0 &&
          html`<details>
            <summary>${text.optional}</summary>
            <div class="optional">
              ${optionalFields.map((field, index) => inputOf(page, field, `optional-${index}`))}
            </div>
          </details>`
        }
        ${method !== "GET" && html`<p class="aside">${fill(text.live, { site: foreign(page.site.name) })}</p>`}
        <p class="actions"><button class="button primary">${text.send}</button></p>
      </form>
      <section id="answer" aria-labelledby="answer-title" hidden>
        <h3 id="answer-title">${text.answer}</h3>
        <p id="answer-status" role="status"></p>
        <pre tabindex="0"><code id="answer-body"></code></pre>
      </section>
    </div>
  </section>`;
};

const jsonInput = (page: DocsPage, example: unknown): Markup => {
  const body = JSON.stringify(example, null, 2);
  return html`<p class="field">
    <label for="json">${textFor(page.locale).docs.tryIt.body}</label>
    <textarea id="json" data-in="json" rows="${Math.min(24, body.split("\n").length + 1)}" spellcheck="false">
${body}</textarea>
  </p>`;
};

const inputOf = (page: DocsPage, field: RequestField, id: string): Markup => {
  const { tryIt: text, reference } = textFor(page.locale).docs;
  const { name, in: location, kind, required, choices, example } = field;
  const common = html`id="${id}" data-in="${location}" data-name="${name}" ${required && raw("required")}`;
  return html`<p class="field">
    <label for="${id}"
      ><code>${name}</code>${required ? html` <span class="required">${reference.required}</span>` : ""}</label
    >
    ${
      kind === "choice"
        ? html`<select ${common}>
            <option value="">${text.any}</option>
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
        : html`<input
            ${common}
            type="${kind}"
            autocomplete="off"
            spellcheck="false"
            ${example !== undefined && html`placeholder="${fillPlain(text.example, { value: example })}"`}
          />`
    }
  </p>`;
};

/** GET /docs/api/signed-in: the script reads the authorization response and returns to the operation. */
export const signedInPage = (page: DocsPage): string => {
  const { docs: text } = textFor(page.locale);
  return docsLayout(page, {
    title: text.tryIt.title,
    scripts: [addressOfIsland("console")],
    content: html`<h1>${text.tryIt.title}</h1>
      <p id="signing-in" role="status" data-failed="${text.tryIt.failed}">${text.tryIt.signingIn}</p>
      <noscript><p class="notice">${text.tryIt.needsScript}</p></noscript>
      <p class="after"><a href="/docs/api">${text.tryIt.back}</a></p>`,
  });
};
