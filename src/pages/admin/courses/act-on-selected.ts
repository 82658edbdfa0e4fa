import type * as z from "zod";
import { bulkLectures } from "#domain/catalog/curriculum/lectures/bulk-lectures.ts";
import type { BulkResult } from "#domain/platform/bulk/in-bulk.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { textFor } from "../../text/catalogue.ts";
import { problemText } from "../../text/fields/texts.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { keyIn, performFormOnce } from "../parts/perform-once.ts";
import { type Act, type ActResult, done, findPart, type OutlineNotice, refused } from "./act.ts";
import { placesOf } from "./move-part.ts";
import { maxUndone } from "./undo.ts";

const maxLecturesPerRequest = 200;

/** Larger than any position in a section. */
const atEnd = 1_000_000;

/** Publishes, hides, schedules, moves or deletes the selected lectures. Each succeeds or fails alone. */
export async function actOnSelected(act: Act, name: string): Promise<ActResult> {
  const { problems } = textFor(act.locale).admin.outline;
  if (act.selected.length === 0) return refused(problems.selection);
  switch (name) {
    case "publish":
      return update(act, "published", { status: "published" });
    case "unpublish":
      return update(act, "unpublished", { status: "draft" });
    case "schedule": {
      const drip = dripIn(act);
      return drip ? update(act, "scheduled", { drip }) : refused(problems.schedule);
    }
    case "move": {
      const undo = placesOf(act, act.selected);
      return { ...(await update(act, "moved", { sectionId: act.fields.get("section"), position: atEnd })), undo };
    }
    default:
      return remove(act);
  }
}

/** More than can be undone are deleted only after a question. */
async function remove(act: Act): Promise<ActResult> {
  const { selected } = act;
  if (selected.length > maxUndone && act.fields.get("confirmed") !== "yes") return { kind: "asked", about: "lectures" };
  const result = await performBulk(act, (id) => ({ op: "delete", id }));
  // From the last to the first: each was deleted at the place that it had after those before it.
  return { ...summary(act, "deleted", result), undo: selected.toReversed().map((id) => ({ kind: "restore", id })) };
}

const update = async (act: Act, notice: OutlineNotice, data: object) =>
  summary(act, notice, await performBulk(act, (id) => ({ op: "update", id, data })));

/** A date, or a number of days after enrolling. */
function dripIn({ outline, fields }: Act): object | undefined {
  const opens = (fields.get("opens") ?? "").trim();
  if (outline.release === "by_date") return /^\d{4}-\d{2}-\d{2}$/.test(opens) ? { onDate: opens } : undefined;
  return /^\d{1,4}$/.test(opens) ? { afterDays: Number(opens) } : undefined;
}

type Result = z.output<typeof BulkResult>["results"][number];

async function performBulk({ pageRequest, selected }: Act, rowOf: (id: string) => object): Promise<Result[]> {
  const fields = fieldsOf(pageRequest.request);
  const results: Result[] = [];
  for (let from = 0; from < selected.length; from += maxLecturesPerRequest) {
    const operations = selected.slice(from, from + maxLecturesPerRequest).map(rowOf);
    const { body } = await performFormOnce(
      bulkLectures,
      pageRequest.context,
      { operations },
      {
        key: `${keyIn(fields)}-${from}`,
        request: operations,
        answer: (output) => ({ status: 200, body: { results: output.results } }),
      },
    );
    const { results: own } = asRecord(body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What `answer` returned.
    results.push(...(own as Result[]));
  }
  return results;
}

function summary({ locale, outline, selected }: Act, notice: OutlineNotice, results: readonly Result[]) {
  const { failed } = textFor(locale).admin.outline;
  const failures = results.flatMap(({ status, error }, index) => {
    if (status !== "failed" || !error) return [];
    const [first] = error.errors ?? [];
    const reason = problemText(locale, first?.code ?? error.code) ?? first?.detail ?? error.detail;
    return [fillPlain(failed, { name: findPart(outline, selected[index] ?? "")?.title ?? "", reason })];
  });
  return done(notice, { count: results.length - failures.length, failures, part: selected[0] });
}
