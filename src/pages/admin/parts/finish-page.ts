import type { FastifyInstance, FastifyRequest } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { hidden } from "../../views/parts/fields.ts";
import { render } from "../../views/parts/markup.ts";
import { formsIn, type RenderedForm, valuesIn } from "../../views/parts/parse-form.ts";
import { finishWith } from "../../responses/send.ts";
import { withProblemSummary } from "../../views/admin/parts/problem-summary.ts";
import { isSameForm, shownValuesOf } from "./shown-values.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Digests of the stored values, if the submitted form was merged with them. */
    shownValues: string | null;
  }
}

/**
 * Completes every page of the admin area before it is sent. Each form gets a key, so that it acts once if it is
 * submitted twice, and digests of the values that it shows, so that saving it keeps what others have changed. The page
 * of a refused form begins with its problems.
 */
export function finishPages(app: FastifyInstance): void {
  app.decorateRequest("shownValues", null);
  app.addHook("onRequest", (request, reply, done) => {
    finishWith(reply, (page, status) => {
      const finished = withHiddenFields(request, page);
      return request.method === "POST" && status >= 400 ? withProblemSummary(finished) : finished;
    });
    done();
  });
}

function withHiddenFields(request: FastifyRequest, page: string): string {
  const forms = formsIn(page).filter(({ method, action }) => method === "post" && action.startsWith("/admin"));
  return forms.reduceRight((text, form) => {
    // Derived forms have hundreds of fields, and know what they show.
    const has = (name: string) => form.inner.includes(`<input type="hidden" name="${name}"`);
    const shown = has("shown") || has("key") ? undefined : shownBy(request, form);
    const added = [
      ...(shown === undefined ? [] : [render(hidden("shown", shown))]),
      ...(has("key") ? [] : [render(hidden("key", newId()))]),
    ];
    return text.slice(0, form.start) + added.join("") + text.slice(form.start);
  }, page);
}

/** A refused form shows submitted values. It still changes what was stored when the person opened it. */
function shownBy(request: FastifyRequest, form: RenderedForm): string | undefined {
  const values = valuesIn(form.inner);
  if (values.size === 0) return undefined;
  if (request.method !== "POST") return shownValuesOf(values);
  const submitted = textFieldsOf(request);
  return isSameForm(form, request.url, submitted)
    ? (request.shownValues ?? submitted.find(([name]) => name === "shown")?.[1])
    : shownValuesOf(values);
}

/** A body that cannot be read has its own error page. */
function textFieldsOf(request: FastifyRequest): FormFields {
  try {
    return fieldsOf(request);
  } catch {
    return [];
  }
}
