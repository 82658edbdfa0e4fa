import { type Attribute, attribute, readOnly } from "./attribute.ts";
import type { ResourceType } from "./resource-type.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** Attributes of the enterprise extension, with the handles of the member fields that hold them. */
export const enterpriseHandles = {
  employeeNumber: "employee_number",
  department: "department",
  division: "division",
  organization: "organization",
  costCenter: "cost_center",
} as const;

const elements = (value: Attribute): readonly Attribute[] => [
  value,
  attribute("type", "Use of the value, such as work"),
  attribute("primary", "True for the preferred value", { type: "boolean" }),
];

export const userType: ResourceType = {
  name: "User",
  endpoint: "/Users",
  description: "Members of the school",
  schema: {
    id: userSchema,
    name: "User",
    description: "A member of the school",
    attributes: [
      attribute("userName", "Email address of the member, unique at the school", {
        required: true,
        uniqueness: "server",
      }),
      attribute("name", "Name of the member", {
        type: "complex",
        subAttributes: [
          attribute("formatted", "Full name, as the school shows it"),
          attribute("familyName", "Family name"),
          attribute("givenName", "Given name"),
        ],
      }),
      attribute("displayName", "Full name, as the school shows it"),
      attribute("active", "False: the member is suspended and cannot sign in", { type: "boolean" }),
      attribute("emails", "The address in userName. Other addresses are not kept.", {
        type: "complex",
        multiValued: true,
        subAttributes: elements(attribute("value", "Email address")),
      }),
      attribute("phoneNumbers", "One telephone number: the primary one, or the one of work", {
        type: "complex",
        multiValued: true,
        subAttributes: elements(attribute("value", "Telephone number")),
      }),
      attribute("preferredLanguage", "Language of the member (BCP 47)"),
      attribute("locale", "Same as preferredLanguage"),
      attribute("timezone", "Time zone of the member (IANA)"),
      attribute("roles", "Roles at the school. The key decides which ones a directory may give.", {
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "Name of the role", {
            canonicalValues: ["owner", "manager", "lecturer", "teaching_assistant", "student"],
          }),
          attribute("display", "Ignored"),
          attribute("type", "Ignored"),
          attribute("primary", "True for the highest role", { type: "boolean" }),
        ],
      }),
      attribute("groups", "Groups of the directory that the member is in", {
        ...readOnly,
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "ID of the group", { ...readOnly, caseExact: true }),
          attribute("$ref", "Address of the group", {
            ...readOnly,
            type: "reference",
            referenceTypes: ["Group"],
            caseExact: true,
          }),
          attribute("display", "Name of the group", readOnly),
          attribute("type", "Always direct", { ...readOnly, canonicalValues: ["direct"] }),
        ],
      }),
    ],
  },
  extensions: [
    {
      id: enterpriseSchema,
      name: "EnterpriseUser",
      description: "Kept where the school has a member field with the handle",
      attributes: Object.entries(enterpriseHandles).map(([name, handle]) =>
        attribute(name, `Value of the member field ${handle}`),
      ),
    },
  ],
  ignored: new Set([
    "nickname",
    "profileurl",
    "title",
    "usertype",
    "password",
    "ims",
    "photos",
    "addresses",
    "entitlements",
    "x509certificates",
    "manager",
  ]),
};
