import { schemas, wholeDocument } from "../../support/openapi/document.ts";
import { faultsIn } from "../../support/openapi/faults.ts";

interface SentEvent {
  type: string;
  data: { object: Record<string, unknown> };
}

/** Deviations of an event from its description. */
export function faultsOfEvent(event: SentEvent): string[] {
  const { schema } = wholeDocument["x-webhooks"][event.type]!.post.requestBody.content["application/json"];
  const [envelope, own] = schema.allOf ?? [schema];
  const faults = faultsIn(event, envelope!, schemas);
  const object = own?.properties?.["data"]?.properties?.["object"];
  if (!object) return [...faults, `${event.type} has no schema`];
  const isDeleted = event.type.endsWith(".deleted");
  const resource = Object.fromEntries(
    Object.entries(event.data.object).filter(([name, value]) => isDeleted || name !== "deleted" || value !== true),
  );
  return [...faults, ...faultsIn(resource, object, schemas)];
}
