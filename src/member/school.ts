import { inOrder } from "#access/roles.ts";
import { formatId } from "#domain/ids.ts";
import type { School } from "#domain/members/schools.ts";
import { builder } from "./builder.ts";

export const SchoolMembership = builder.objectRef<School>("SchoolMembership").implement({
  description: "A site of this installation at which the viewer holds a role.",
  fields: (t) => ({
    id: t.id({
      description: "Id of the site (sit_…): equals the `org_id` claim of a token issued at that site.",
      resolve: ({ id }) => formatId("site", id),
    }),
    name: t.exposeString("name", { description: "What the school is called." }),
    url: t.field({
      type: "URL",
      description: "The origin of the site: its issuer and its resource, too.",
      resolve: ({ origin }) => origin,
    }),
    roles: t.stringList({
      description: "Highest privilege first: owner, manager, lecturer, teaching_assistant, student.",
      resolve: ({ roles }) => inOrder(roles),
    }),
    current: t.boolean({
      description: "True for the site that this token belongs to.",
      resolve: ({ id }, _args, { site }) => id === site.id,
    }),
  }),
});
