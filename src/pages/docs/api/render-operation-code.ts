import { atOrigin } from "../documents.ts";
import type { ShownLanguage } from "../contents.ts";
import type { OperationCode } from "../../views/docs/api/operation.ts";
import type { ApiOperation } from "./reference.ts";
import { samplesOf } from "./samples.ts";

/** Renders an example in JSON, with the address of the school. */
export async function renderExample(value: unknown, origin: string): Promise<string> {
  const { renderCode } = await import("../render-document.ts");
  return atOrigin(renderCode(`${JSON.stringify(value, null, 2)}\n`, "json"), origin);
}

/** Renders the sample of the request, and the examples of successful responses. */
export async function renderOperationCode(
  operation: ApiOperation,
  origin: string,
  language: ShownLanguage,
): Promise<OperationCode> {
  const { renderCode, renderSamples } = await import("../render-document.ts");
  const examples = operation.responses
    .filter(({ example, status }) => example !== undefined && status.startsWith("2"))
    .map(({ status, example }): [string, string] => [
      status,
      atOrigin(renderCode(`${JSON.stringify(example, null, 2)}\n`, "json"), origin),
    ]);
  const sample = renderSamples(samplesOf(operation, origin), "sample-1", language);
  return { sample: atOrigin(sample, origin), examples: new Map(examples) };
}
