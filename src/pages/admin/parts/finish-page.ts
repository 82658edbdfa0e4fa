import type { FastifyInstance, FastifyRequest } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { hidden } from "../../views/parts/fields.ts";
import { render } from "../../views/parts/markup.ts";
import { formsIn, type RenderedForm, valuesIn } from "../../views/parts/parse-form.ts";
import { withAttribute } from "../../views/parts/refill-form.ts";
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
 * of a refused form gets its focus at the problem.
 */
export function finishPages(app: FastifyInstance): void {
  app.decorateRequest("shownValues", null);
  app.addHook("onSend", async (request, reply, payload) => {
    const isPage = typeof payload === "string" && String(reply.getHeader("content-type")).startsWith("text/html");
    if (!isPage) return payload;
    const page = withHiddenFields(request, payload);
    return request.method === "POST" && reply.statusCode >= 400 ? withFocus(page) : page;
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

/** The first field with a problem. A group is skipped for its own control with the problem, such as an amount. */
function firstInvalid(page: string): RegExpExecArray | null {
  const invalid = /<(?:input|textarea|select|fieldset)\b[^>]*\saria-invalid="true"[^>]*>/g;
  const first = invalid.exec(page);
  if (!first?.[0].startsWith("<fieldset")) return first;
  const next = invalid.exec(page);
  const isInside = next !== null && next.index < page.indexOf("</fieldset>", first.index);
  return isInside ? next : first;
}

/** Moves the focus to the first field with a problem, or to the message. */
function withFocus(page: string): string {
  if (/\sautofocus[\s/>]/.test(page)) return page;
  const field = firstInvalid(page);
  const message = /<[a-z]+\b[^>]*\srole="alert"[^>]*>/.exec(page);
  const found = field ?? message;
  if (!found) return page;
  const [tag] = found;
  const focusable = field && !tag.startsWith("<fieldset") ? tag : withAttribute(tag, "tabindex", "-1");
  return `${page.slice(0, found.index)}${withAttribute(focusable, "autofocus", "")}${page.slice(found.index + tag.length)}`;
}
