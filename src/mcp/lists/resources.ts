import { itemKinds } from "#domain/public-catalog/search/item-kinds.ts";
import { readCatalogItem } from "#domain/public-catalog/search/search.ts";
import { showSite } from "#domain/public-catalog/documents/site-info.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { readApp } from "../apps/apps.ts";
import { dataModel } from "../definition/data-model.ts";
import { codes, RpcError } from "../protocol/json-rpc.ts";
import type { Era } from "../protocol/protocol.ts";

type Wire = Record<string, unknown>;
const [json, markdown] = ["application/json", "text/markdown"];

const about = "site://about";
const model = "site://schema/data-model";
export const catalogTemplate = "site://catalog/{kind}/{slug}";

/** `resources/list`: the same public resources on every site. Documents of apps are found by the metadata of tools. */
export const resources = JSON.stringify({
  resources: [
    {
      uri: about,
      name: "about",
      title: "About this site",
      description: "Name, languages, number of published items and document URLs of this site.",
      mimeType: json,
    },
    {
      uri: model,
      name: "data-model",
      title: "Data model",
      description: "Resource types of the public catalog and their fields, as JSON Schema.",
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
      title: "Catalog item",
      description: `One public catalog item in full, as Markdown. kind is one of ${itemKinds.join(", ")}. slug is the last segment of its URL; for a page, slug is its path with / encoded as %2F.`,
      mimeType: markdown,
    },
  ],
});

/** `resources/read` */
export async function readResource(context: RequestContext, { uri }: Wire, era: Era): Promise<{ contents: object[] }> {
  if (typeof uri !== "string")
    throw new RpcError(codes.invalidParams, "The parameter `uri` must be the URI of a resource, as text.");
  const found = (await readApp(context.site, uri)) ?? (await find(context, uri));
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
