import { pause } from "#lib/event-loop/pause.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { exampleOrigin } from "../documents.ts";
import { type ApiDocument, type ApiOperation, type ApiReference, readOperation, titleOf } from "./reference.ts";
import { exampleBody, fieldsOfBody, fieldsOfParameters, type RequestField } from "./request-fields.ts";

/** The address of the format, which names its version. */
const format = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** GET /docs/postman.json: the collection of a school. */
export const postmanPath = "/docs/postman.json";

/** A key with its value, as the format writes headers, parameters and form fields. */
interface Field {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

/**
 * Writes all operations as a Postman collection (v2.1), with the example address of a school: a folder for each tag, and
 * variables for the address and the token. It is JSON without the opening brace and `info`, which name the school.
 */
export async function postmanItems(document: ApiDocument, { tags, operations }: ApiReference): Promise<string> {
  const item: object[] = [];
  for (const { name, description, operations: own } of tags.values()) {
    const requests: object[] = [];
    for (const { id } of own) {
      const entry = operations.get(id);
      if (entry) requests.push(itemOf(await readOperation(document, entry)));
      const turn = pause();
      if (turn) await turn;
    }
    item.push({ name: titleOf(name), description, item: requests });
  }
  const auth = { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] };
  const variable = [
    { key: "origin", value: exampleOrigin, type: "string", description: "The address of the school." },
    { key: "token", value: "", type: "string", description: "An API key, or an access token." },
  ];
  return JSON.stringify({ auth, variable, item }).slice(1);
}

/** Adds the school to the items. */
export function postmanCollection(items: string, { name, origin }: { name: string; origin: string }): string {
  const description =
    "Set the variable `token` to an API key of the school, or to an access token. " +
    `Optional parameters are disabled. Reference: ${origin}/docs/api`;
  const info = { name: `${name}: operator API`, description, schema: format };
  return `{"info":${JSON.stringify(info)},${items.replaceAll(exampleOrigin, () => origin)}`;
}

function itemOf(operation: ApiOperation): object {
  const { id, summary, description, method, path, body, responses } = operation;
  const fields = fieldsOfParameters(operation.parameters);
  const described = new Map(operation.parameters.map((parameter) => [parameter.name, parameter.description]));
  const within = (location: RequestField["in"]) => fields.filter((field) => field.in === location);
  const json = body?.content["application/json"] && exampleBody(body.content);
  const request = {
    method,
    description: `${description}\n\n${exampleOrigin}/docs/api/operations/${id}`.trim(),
    header: [
      ...(json === undefined ? [] : [{ key: "content-type", value: "application/json" }]),
      ...within("header").map((field) => fieldOf(field, described)),
    ],
    url: urlOf(path, within("path"), within("query"), described),
    ...(body && { body: bodyOf(body.content, json) }),
  };
  const success = responses.find(
    ({ status, example }) => status.startsWith("2") && isRecord(example) && example["dry_run"] === undefined,
  );
  return { name: summary, request, response: success ? [answerOf(success, request)] : [] };
}

const fieldOf = ({ name, example, required }: RequestField, described: ReadonlyMap<string, string | undefined>) => {
  const description = described.get(name) ?? described.get(name.replace(/\[\w+\]$/, ""));
  return {
    key: name,
    value: example ?? "",
    ...(description !== undefined && { description }),
    ...(!required && { disabled: true }),
  } satisfies Field;
};

/** `/courses/{course}` is `/courses/:course` in the format. */
function urlOf(
  path: string,
  variables: readonly RequestField[],
  query: readonly RequestField[],
  described: ReadonlyMap<string, string | undefined>,
): object {
  const steps = path
    .slice(1)
    .split("/")
    .map((step) => step.replace(/^\{(\w+)\}$/, ":$1"));
  const sent = query.filter(({ required }) => required).map(({ name, example = "" }) => `${name}=${example}`);
  return {
    raw: `{{origin}}/${steps.join("/")}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{origin}}"],
    path: steps,
    ...(query.length > 0 && { query: query.map((field) => fieldOf(field, described)) }),
    ...(variables.length > 0 && { variable: variables.map((field) => fieldOf(field, described)) }),
  };
}

function bodyOf(content: NonNullable<ApiOperation["body"]>["content"], json: unknown): object {
  if (json !== undefined) {
    return { mode: "raw", raw: JSON.stringify(json, null, 2), options: { raw: { language: "json" } } };
  }
  if (content["application/octet-stream"]) return { mode: "file", file: { src: null } };
  const formdata = fieldsOfBody(content).map(({ name, kind, example = "" }) =>
    kind === "file" ? { key: name, type: "file", src: null } : { key: name, type: "text", value: example },
  );
  return { mode: "formdata", formdata };
}

const answerOf = ({ status, description, example }: ApiOperation["responses"][number], request: object): object => ({
  name: description,
  originalRequest: request,
  code: Number(status),
  header: [{ key: "content-type", value: "application/json" }],
  body: JSON.stringify(example, null, 2),
});
