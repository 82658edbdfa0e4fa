import type { FastifyReply } from "fastify";
import type { Locale } from "#domain/platform/site/locales.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { parametersOf } from "#operations/route.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { actionLabel, actionQuestion, problemText } from "../../text/fields/texts.ts";
import { derivedBulk } from "../../views/admin/derived/bulk-page.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { keyIn, performFormOnce } from "../parts/perform-once.ts";
import { type DerivedPage, derivedPages, type FoundPage } from "./addresses.ts";
import { fieldsOf } from "./fields.ts";
import { nameItems } from "./labels.ts";
import { decodedInput, itemsOf, operationOf, readIfPossible } from "./load-operation.ts";
import { actionNameOf, adminResourceOf, itemPatternOf, mayOpenPage, nameOfMany, objectOfPage } from "./resources.ts";

/** An action that can be done with several rows of a list. */
interface BulkAct {
  name: string;
  page: DerivedPage;
}

/** Rows of one submission: those of a page. */
const maxRows = 50;

/** Returns the actions of single rows that the caller may do with several: those that need nothing but the row. */
export async function actsOfList({ context }: AdminPageRequest, list: FoundPage): Promise<BulkAct[]> {
  const pattern = itemPatternOf(list);
  const own = derivedPages.filter(
    ({ kind, route }) =>
      (kind === "delete" && route.path === pattern) || (kind === "act" && route.path.startsWith(`${pattern}/`)),
  );
  const checked = own
    .filter(
      (page) =>
        mayOpenPage(context.caller, page) && parametersOf(page.route.path).length === parametersOf(pattern).length,
    )
    .map(async (page) => {
      const { input } = await operationOf(page);
      const requiredFields = fieldsOf(input).filter(({ isRequired }) => isRequired);
      return requiredFields.length === parametersOf(page.route.path).length
        ? [{ name: page.kind === "delete" ? "delete" : page.route.path.slice(pattern.length + 1), page }]
        : [];
    });
  return (await Promise.all(checked)).flat();
}

/** POST of a list: asks first, then does it for each selected row, and says for which it failed and why. */
export async function submitBulk(
  pageRequest: AdminPageRequest,
  list: FoundPage,
  form: FormFields,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const page = derivedPageOf(pageRequest, list.route.path);
  const { locale } = page;
  const { derived: text } = textFor(locale).admin;
  const selected = form.flatMap(([name, value]) => (name.startsWith("row.") && value === "on" ? [name.slice(4)] : []));
  const [, wanted = ""] = form.find(([name]) => name === "act") ?? [];
  const act = (await actsOfList(pageRequest, list)).find(({ name }) => name === wanted);
  const ids = selected.slice(0, maxRows);
  const title = nameOfMany(adminResourceOf(objectOfPage(list)), locale);
  const address = `/admin${list.path}`;
  if (!act || ids.length === 0) {
    return sendPage(reply, derivedBulk(page, { title, address, failed: [text.list.nothingSelected] }), { status: 422 });
  }
  const names = await readNames(context, list, ids, locale);
  const label = actionLabel(locale, actionNameOf(list, act.name)) ?? act.name;
  if (!form.some(([name, value]) => name === "confirmed" && value === "yes")) {
    const question = actionQuestion(locale, actionNameOf(list, act.name));
    return sendPage(
      reply,
      derivedBulk(page, {
        title,
        address,
        ask: { label, act: act.name, question, rows: ids.map((id) => ({ id, name: names.get(id) ?? id })) },
      }),
    );
  }
  const failed: string[] = [];
  for (const id of ids) {
    const reason = await failureOf(context, list, act.page, { id, key: `${keyIn(form)}-${id}` }, locale);
    if (reason !== undefined) failed.push(fillPlain(text.list.failedFor, { name: names.get(id) ?? id, reason }));
  }
  const done = fillPlain(text.list.doneFor, { act: label, count: String(ids.length - failed.length) });
  return sendPage(reply, derivedBulk(page, { title, address, done, failed }), {
    status: failed.length > 0 ? 422 : 200,
  });
}

/** Does it for one row, once for each confirmed question, and returns why it failed. */
async function failureOf(
  context: AdminPageRequest["context"],
  { params }: FoundPage,
  page: DerivedPage,
  { id, key }: { id: string; key: string },
  locale: Locale,
): Promise<string | undefined> {
  const operation = await operationOf(page);
  const parameters = parametersOf(page.route.path);
  const input = { ...decodedInput(operation.input, {}), ...params, [parameters.at(-1) ?? "id"]: id };
  try {
    await performFormOnce(operation, context, input, {
      key,
      request: [page.route.path, id],
      answer: () => ({ status: 200, body: {} }),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemText(locale, error.code) ?? error.message;
  }
}

async function readNames(
  context: AdminPageRequest["context"],
  list: FoundPage,
  ids: readonly string[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const found = await readIfPossible(context, list, { ids, limit: maxRows }, list.params);
  const items = found ? itemsOf(found) : [];
  return new Map(await nameItems(context, objectOfPage(list), items, locale));
}
