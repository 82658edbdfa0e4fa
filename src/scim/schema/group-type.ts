import { attribute } from "./attribute.ts";
import type { ResourceType } from "./resource-type.ts";

export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

export const groupType: ResourceType = {
  name: "Group",
  endpoint: "/Groups",
  description: "Groups of students that the directory created",
  schema: {
    id: groupSchema,
    name: "Group",
    description: "A group of students. The school can attach courses to it, and a role.",
    attributes: [
      attribute("displayName", "Name of the group", { required: true }),
      attribute("members", "Members of the group", {
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "ID of the member", { mutability: "immutable", caseExact: true }),
          attribute("$ref", "Address of the member", {
            type: "reference",
            referenceTypes: ["User"],
            mutability: "immutable",
            caseExact: true,
          }),
          attribute("display", "Name of the member", { mutability: "readOnly" }),
          attribute("type", "Always User", { mutability: "immutable", canonicalValues: ["User"] }),
        ],
      }),
    ],
  },
  extensions: [],
  ignored: new Set(),
};
