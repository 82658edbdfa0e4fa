import { atOrigin } from "../documents.ts";
import { type CodeLanguage } from "../contents.ts";
import type { OperationCode } from "../../views/docs/api/operation.ts";
import type { ApiOperation } from "./reference.ts";
import { samplesOf } from "./samples.ts";

/** Renders the sample of the request, and the examples of successful responses. */
export async function renderOperationCode(
  operation: ApiOperation,
  origin: string,
  language: CodeLanguage,
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
