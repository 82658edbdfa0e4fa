import * as z from "zod";
import { loadEventObject } from "#domain/event-objects.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { type EventTypeName, eventTypes } from "#domain/event-types.ts";
import { additionalFacts, factSchemas } from "./fact-schemas.ts";

/**
 * Returns the schema of `data.object`; undefined for a reserved type whose object does not exist yet. Created once, so
 * that it is one component in the OpenAPI description.
 */
export const schemaOfObject = oncePer(async (type: EventTypeName): Promise<z.ZodObject | undefined> => {
  const { object } = eventTypes[type];
  const schema = (await loadEventObject(object))?.schema ?? factSchemas[object];
  const facts = type.endsWith(".deleted") ? { deleted } : additionalFacts[type];
  return schema && facts ? schema.extend(facts).meta({ id: pascalCase(type) }) : schema;
});

const deleted = z.literal(true).meta({ description: "The resource was deleted. The other fields are its last state." });

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
