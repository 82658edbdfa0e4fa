import { image } from "./content-tools.ts";

export const resources: readonly object[] = [
  { uri: "test://static-text", name: "static-text", description: "Text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "An image", mimeType: "image/png" },
];

export const resourceTemplates: readonly object[] = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "Data of an ID",
    mimeType: "application/json",
  },
];

/** Returns the result of `resources/read` for a fixture. */
export function readFixture(uri: string): object | undefined {
  if (uri === "test://static-text") {
    return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
  }
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: image.data }] };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: "application/json", text }] };
}
