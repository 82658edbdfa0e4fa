import type { AttributePath } from "../filter/filter.ts";
import { type Attribute, attribute, readOnly } from "./attribute.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** A schema with its attributes, as /Schemas lists it. */
export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

/** A kind of resource (RFC 7643 §6). */
export interface ResourceType {
  name: "User" | "Group";
  endpoint: "/Users" | "/Groups";
  description: string;
  schema: Schema;
  extensions: readonly Schema[];
  /**
   * Names of attributes that the RFC defines and the school does not keep, in lower case. Directories send them by default, so that they are
   * ignored instead of refused.
   */
  ignored: ReadonlySet<string>;
}

/** A resource in SCIM's JSON. */
export type Resource = Record<string, unknown>;

/** Common to all resources, and the only one of them that directories write. */
export const externalId = attribute("externalId", "ID that the directory gave", { caseExact: true });

/** Attributes of every resource (RFC 7643 §3.1). */
const common: readonly Attribute[] = [
  attribute("schemas", "URNs of the schemas of the resource", {
    ...readOnly,
    multiValued: true,
    returned: "always",
    caseExact: true,
  }),
  attribute("id", "ID that the school gave", { ...readOnly, returned: "always", caseExact: true }),
  externalId,
  attribute("meta", "Type, times, address and version", {
    ...readOnly,
    type: "complex",
    subAttributes: [
      attribute("resourceType", "Kind of the resource", { ...readOnly, caseExact: true }),
      attribute("created", "Time of creation", { ...readOnly, type: "dateTime" }),
      attribute("lastModified", "Time of the last change", { ...readOnly, type: "dateTime" }),
      attribute("location", "Address of the resource", { ...readOnly, type: "reference", caseExact: true }),
      attribute("version", "ETag of the resource", { ...readOnly, caseExact: true }),
    ],
  }),
];

/** A found attribute. `key`: the URN of the extension that holds it, or undefined at the top of the resource. */
export interface Located {
  key: string | undefined;
  attribute: Attribute;
  sub: Attribute | undefined;
}

/** Finds the attribute of a path. "ignored": the RFC defines it, and the school does not keep it. */
export function locate(type: ResourceType, path: AttributePath): Located | "ignored" | undefined {
  const { schema, name, sub } = path;
  const extensions = type.extensions.filter(({ id }) => schema === undefined || id.toLowerCase() === schema);
  const isCore = schema === undefined || schema === type.schema.id.toLowerCase();
  const places = [
    ...(isCore ? [{ key: undefined, attributes: [...common, ...type.schema.attributes] }] : []),
    ...extensions.map(({ id, attributes }) => ({ key: id, attributes })),
  ];
  for (const { key, attributes } of places) {
    const found = named(attributes, name);
    if (!found) continue;
    if (sub === undefined) return { key, attribute: found, sub: undefined };
    const part = named(found.subAttributes ?? [], sub);
    return part && { key, attribute: found, sub: part };
  }
  return places.length > 0 && type.ignored.has(name) ? "ignored" : undefined;
}

export const named = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name);

export function valueAt(resource: Resource, { key, attribute: { name } }: Pick<Located, "key" | "attribute">): unknown {
  if (key === undefined) return resource[name];
  const extension = resource[key];
  return isRecord(extension) ? extension[name] : undefined;
}
