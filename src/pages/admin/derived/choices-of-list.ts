import type { FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { targetKinds } from "#domain/site/appearance/navigation.ts";
import { sendJson } from "../../responses/send-json.ts";
import { pageOf } from "../../responses/page-request.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import type { FoundPage } from "./addresses.ts";
import { withKind, isFileUse, typesOfUse } from "./choices.ts";
import { nameItems } from "./labels.ts";
import { itemsOf, operationOf, readWire } from "./load-operation.ts";
import { listOfKind, mayOpenPage, objectOfPage } from "./resources.ts";

const maxMatches = 20;
/** Names of chosen resources, and rows of a list without a search. */
const maxRows = 50;

interface Choice {
  id: string;
  label: string;
  note: string;
  /** The address of a public image. */
  image?: string;
}

/**
 * GET of a list as choices for a combobox, with the rights of its operation: by `q`, a part of the name, or by `ids`,
 * separated by commas.
 */
export async function sendChoices(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const choices = await findChoices(pageRequest, page, query);
  return sendJson(pageRequest.reply, { choices });
}

const maxMatchesPerKind = 5;

/** GET of resources of several kinds as choices, with the rights of each list: those of a menu. */
export async function sendSeveralChoices(
  pageRequest: AdminPageRequest,
  query: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const { locale } = pageOf(pageRequest);
  const kinds = targetKinds.filter((kind) => textOf(query["kinds"]).split(",").includes(kind));
  const choicesByKind = await Promise.all(
    kinds.map(async (kind): Promise<Choice[]> => {
      const list = listOfKind(kind);
      if (!list || !mayOpenPage(pageRequest.context.caller, list)) return [];
      const choices = await findChoices(pageRequest, { ...list, params: {}, path: list.pattern }, query).catch(
        (error: unknown) => {
          if (error instanceof Problem) return [];
          throw error;
        },
      );
      return choices
        .slice(0, maxMatchesPerKind)
        .map((choice) => ({ ...choice, label: withKind(kind, choice.label, locale) }));
    }),
  );
  return sendJson(pageRequest.reply, { choices: choicesByKind.flat() });
}

async function findChoices(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
): Promise<Choice[]> {
  const { locale } = pageOf(pageRequest);
  const [q, ids] = [textOf(query["q"]), textOf(query["ids"])];
  const { input } = await operationOf(page);
  // The index has no single letters.
  const isSearched = "q" in input.shape && !/^[ -~]?$/.test(q) && ids === "";
  const { only } = query;
  const types = objectOfPage(page) === "file" && isFileUse(only) && ids === "" ? typesOfUse[only] : undefined;
  const wanted = {
    ...(ids !== "" ? { ids: ids.split(",").slice(0, maxRows) } : isSearched ? { q } : {}),
    ...(types && { content_type: types }),
  };
  const limit = isSearched || q === "" ? (ids === "" ? maxMatches : maxRows) : maxRows;
  const found = await readWire(pageRequest.context, page, { ...wanted, limit }, page.params);
  const items = itemsOf(found);
  const names = await nameItems(pageRequest.context, objectOfPage(page), items, locale);
  const choices = items.map((item, index) => choiceOf(objectOfPage(page), item, names[index]?.[1] ?? ""));
  if (isSearched || q === "" || ids !== "") return choices;
  const part = q.toLowerCase();
  return choices.filter(({ label }) => label.toLowerCase().includes(part)).slice(0, maxMatches);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 2000) : "");

function choiceOf(object: string, item: Readonly<Record<string, unknown>>, label: string): Choice {
  const { id, email } = item;
  const note = typeof email === "string" && email !== label ? email : "";
  return { id: String(id), label, note, ...imageOf(object, item) };
}

/** The address of a private file is signed and expires, so that no text can use it. */
function imageOf(object: string, item: Readonly<Record<string, unknown>>): { image?: string } {
  const { url, content_type: type, visibility } = item;
  const isImage = object === "file" && typeof type === "string" && type.startsWith("image/");
  return isImage && visibility === "public" && typeof url === "string" ? { image: url } : {};
}
