import { itemKinds } from "#domain/catalog/public-catalog/item-kinds.ts";
import { readCatalogItem } from "#domain/catalog/public-catalog/search.ts";
import { showSite } from "#domain/catalog/public-catalog/site-info.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { dataModel } from "./data-model.ts";
import { codes, RpcError } from "./json-rpc.ts";
import type { Era } from "./protocol.ts";

type Wire = Record<string, unknown>;
const [json, markdown] = ["application/json", "text/markdown"];

const about = "site://about";
const model = "site://schema/data-model";
export const catalogTemplate = "site://catalog/{kind}/{slug}";

/** `resources/list`: what there is at every site, for everybody. */
export const resources = JSON.stringify({
  resources: [
    {
      uri: about,
      name: "about",
      title: "About this site",
      description: "What this site is: name, languages, how much it offers, and where its documents are.",
      mimeType: json,
    },
    {
      uri: model,
      name: "data-model",
      title: "Data model",
      description: "What things there are in the public catalog and which fields they have, as JSON Schema.",
      mimeType: json,
    },
  ],
});

/** `resources/templates/list` */
export const resourceTemplates = JSON.stringify({
  resourceTemplates: [
    {
      uriTemplate: catalogTemplate,
      name: "catalog-item",
      title: "Something in the catalog",
      description: `One public thing in full, as Markdown. kind is one of ${itemKinds.join(", ")}; slug is its name in its address, of a page its path with / written %2F.`,
      mimeType: markdown,
    },
  ],
});

/** `resources/read` */
export async function readResource(context: RequestContext, { uri }: Wire, era: Era): Promise<{ contents: object[] }> {
  if (typeof uri !== "string") throw new RpcError(codes.invalidParams, "uri is missing.");
  const found = await find(context, uri);
  if (found) return { contents: [{ uri, ...found }] };
  const code = era === "modern" ? codes.invalidParams : codes.resourceNotFound;
  throw new RpcError(code, "Resource not found", { data: { uri } });
}

interface Content {
  mimeType: string;
  text: string;
}

async function find(context: RequestContext, uri: string): Promise<Content | undefined> {
  if (uri === about) {
    const site = await perform(showSite, context, {});
    return { mimeType: json, text: JSON.stringify(compileEncoder(showSite.output)(site)) };
  }
  if (uri === model) return { mimeType: json, text: dataModel() };
  const [, kind, slug] = /^site:\/\/catalog\/([a-z_]{1,30})\/([^?#\s]{1,600})$/.exec(uri) ?? [];
  if (kind === undefined || slug === undefined) return undefined;
  try {
    const { text } = await perform(readCatalogItem, context, { kind, slug: decodeURIComponent(slug) });
    return { mimeType: markdown, text };
  } catch (error) {
    if (error instanceof Problem || error instanceof URIError) return undefined;
    throw error;
  }
}
