import { html, raw } from "hono/html";

import type { FormValues } from "../../../admin/derived/form-values.ts";
import { pointsOf, setMaxScore } from "../../../admin/assignments/change-criteria.ts";
import { listRows } from "../../../admin/quizzes/rows.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { FormView } from "../derived/form-controls.ts";
import type { AdminPage } from "../layout.ts";

/**
 * Compares the points of the criteria with the maximum score, while a person writes if scripts run. `set`: with a button
 * that makes the sum the maximum score.
 */
export function sumOfPoints({ locale }: AdminPage, { values }: FormView, offers?: "set"): Markup {
  const { assignments: text } = textFor(locale).admin;
  const { count, points, max } = countsIn(values);
  const numbers = { count: String(count), points: String(points), max };
  const isEqual = String(points) === max;
  const state = count === 0 ? "none" : isEqual ? "equal" : "unequal";
  const set = button(fillPlain(text.setMax, numbers), {
    look: "secondary",
    name: "act",
    value: setMaxScore,
    skipValidation: true,
  });
  return html`<l-rubric
    class="sum-of-points"
    data-state="${state}"
    data-none="${offers ? text.none : ""}"
    data-count="${text.count}"
    data-equal="${text.equal}"
    data-unequal="${text.unequal}"
    data-set="${text.setMax}"
  >
    <p class="hint" ${offers && raw('role="status"')}>
      ${count === 0 ? (offers ? text.none : "") : `${fillPlain(text.count, numbers)} ${text[isEqual ? "equal" : "unequal"]}`}
    </p>
    ${offers && html`<span ${!(state === "unequal" && points > 0) && raw("hidden")}>${set}</span>`}
  </l-rubric>`;
}

const countsIn = (values: FormValues): { count: number; points: number; max: string } => ({
  count: listRows(values, "rubric").length,
  points: pointsOf(values),
  max: (values.get("max_score") ?? "").trim(),
});
