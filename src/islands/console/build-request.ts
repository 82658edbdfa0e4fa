import { base64, digestOf } from "./bytes.ts";

export interface BuiltRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Builds the request of an operation from its form. Each field says where its value belongs. */
export async function buildRequest(
  { method, path }: { method: string; path: string },
  form: HTMLFormElement,
): Promise<BuiltRequest> {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  let url = path;
  let body: BodyInit | undefined;
  const parts = new FormData();
  for (const input of form.querySelectorAll<Field>("[data-in]")) {
    const { in: location, name = "" } = input.dataset;
    const value = valueOf(input);
    if (value === undefined || value === "") continue;
    if (location === "form") parts.append(name, value);
    if (location === "bytes" && typeof value !== "string") {
      const bytes = await value.arrayBuffer();
      headers["content-type"] = "application/octet-stream";
      headers["content-digest"] = `sha-256=:${base64(await digestOf(bytes))}:`;
      body = bytes;
    }
    if (typeof value !== "string") continue;
    if (location === "path") url = url.replace(`{${name}}`, encodeURIComponent(value));
    if (location === "query") query.push(parameterOf(name, value));
    if (location === "header") headers[name] = value;
    if (location === "json") {
      headers["content-type"] = "application/json";
      body = value;
    }
  }
  if ([...parts].length > 0) {
    delete headers["content-type"];
    body = parts;
  }
  return { url: query.length > 0 ? `${url}?${query.join("&")}` : url, method, headers, body };
}

function valueOf(input: Field): string | File | undefined {
  if (!(input instanceof HTMLInputElement)) return input.value;
  if (input.type === "checkbox") return input.checked ? input.value : "";
  return input.type === "file" ? input.files?.[0] : input.value;
}

/** Names of filters have brackets, and lists have commas, which people read better than their codes. */
const parameterOf = (name: string, value: string): string =>
  `${encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]")}=${encodeURIComponent(value).replaceAll("%2C", ",")}`;
