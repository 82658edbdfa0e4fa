import { itemKinds } from "#domain/public-catalog/search/item-kinds.ts";
import { completeCatalogItem } from "#domain/public-catalog/search/search.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { codes, RpcError } from "../protocol/json-rpc.ts";
import { requirePrompt } from "./prompts.ts";
import { catalogTemplate } from "./resources.ts";

type Wire = Record<string, unknown>;

const completion = (values: readonly string[], hasMore = false) => ({ completion: { values, hasMore } });

const beginning = (values: readonly string[], text: string) =>
  completion(values.filter((value) => value.toLowerCase().startsWith(text.toLowerCase())));

/** Handles `completion/complete`: suggests values for a prompt argument or a template variable. */
export async function complete(context: RequestContext, params: Wire): Promise<object> {
  const [ref, argument] = [asRecord(params["ref"]), asRecord(params["argument"])];
  const { name, value } = argument;
  if (typeof name !== "string" || typeof value !== "string" || value.length > 200) {
    throw new RpcError(
      codes.invalidParams,
      "The parameter `argument` must have a name and a value of at most 200 characters.",
    );
  }
  if (ref["type"] === "ref/prompt") return ofPrompt(context, ref["name"], name, value);
  if (ref["type"] !== "ref/resource" || ref["uri"] !== catalogTemplate) {
    throw new RpcError(
      codes.invalidParams,
      `Completion supports prompts and the resource template ${catalogTemplate} only.`,
    );
  }
  if (name === "kind") return beginning(itemKinds, value);
  if (name !== "slug") throw new RpcError(codes.invalidParams, `The template has no variable ${name}.`);
  const kindArgument = asRecord(asRecord(params["context"])["arguments"])["kind"];
  const kind = itemKinds.find((known) => known === kindArgument);
  return kind === undefined ? completion([]) : ofSlug(context, kind, value);
}

async function ofPrompt(context: RequestContext, prompt: unknown, name: string, value: string): Promise<object> {
  const hasArgument = requirePrompt(prompt).arguments.some((argument) => argument.name === name);
  if (!hasArgument) throw new RpcError(codes.invalidParams, `The prompt has no argument ${name}.`);
  if (name === "language") return beginning(locales, value);
  return name === "course" ? ofSlug(context, "course", value) : completion([]);
}

/** Completes from public items only, for every caller: a completion must not reveal drafts. */
async function ofSlug(context: RequestContext, kind: string, slug: string): Promise<object> {
  const { slugs, hasMore } = await perform(completeCatalogItem, context, { kind, slug });
  return completion(slugs, hasMore);
}
