import { createCoursePlan } from "#domain/offers/course-plans/operations.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { Money } from "#domain/platform/fields.ts";
import { findCurrencies } from "#domain/site/school/queries.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { textFor } from "../../text/catalogue.ts";
import { problemText } from "../../text/fields/texts.ts";
import { newCourse, priceField } from "../../views/admin/courses/new-course.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { decodedInput } from "../derived/load-operation.ts";
import { readForm } from "../derived/read-form.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { keyIn, performFormOnce } from "../parts/perform-once.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";

/** The form of a new course: its name and one price. The other fields are folded. */
export function newCourseForm(pageRequest: AdminPageRequest, form: FormFields): HandMadeForm {
  const { context, timeZone } = pageRequest;
  const { locale } = derivedPageOf(pageRequest, "/courses");
  const isPriced = mayPerform(context.caller, createCoursePlan);
  const priceIn = (values: FormValues): unknown =>
    isPriced && values.get("course_type") === "paid"
      ? readForm([priceField], values, timeZone, "new").wire[priceField.name]
      : undefined;
  return {
    view: (page, view) => newCourse(page, view, { isPriced }),
    async check(values) {
      const price = priceIn(values);
      if (price === undefined) return new Map();
      const read = Money.safeParse(price);
      if (!read.success) return problemAt(locale, "price.amount", "price.amount.custom");
      if (read.data.amount === 0) return problemAt(locale, "price.amount", "too_small");
      const isSold = (await findCurrencies(context)).includes(read.data.currency);
      return isSold ? new Map() : problemAt(locale, "price.currency", "currency.not_allowed");
    },
    async after(_notice, made) {
      const { id, access } = made?.wire ?? {};
      const address = `/admin/courses/${String(id)}`;
      const price = made && priceIn(made.values);
      if (price === undefined) return `${address}?done=created`;
      const wire = { name: textFor(locale).admin.prices.suggestedName, plan_type: "one_time", price, access };
      const input = { ...decodedInput(createCoursePlan.input, wire), course: String(id) };
      await performFormOnce(createCoursePlan, context, input, {
        key: `${keyIn(form)}-price`,
        request: [address, wire],
        answer: () => ({ status: 200, body: {} }),
      });
      return `${address}?done=created`;
    },
  };
}

const problemAt = (locale: Locale, field: string, code: string) =>
  new Map([[field, problemText(locale, code) ?? code]]);
