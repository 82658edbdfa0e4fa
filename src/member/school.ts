import { inOrder } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { School } from "#domain/people/members/own-sites.ts";
import { builder } from "./builder.ts";
import { Node } from "./node-interface.ts";

export const SchoolMembership = builder.objectRef<School>("SchoolMembership").implement({
  interfaces: [Node],
  description: "A site of this installation where the viewer has a role.",
  fields: (t) => ({
    id: t.id({
      description: "ID of the site (sit_…). Equals the `org_id` claim of tokens issued at that site.",
      resolve: ({ id }) => formatId("site", id),
    }),
    name: t.exposeString("name", { description: "Name of the school." }),
    url: t.field({
      type: "URL",
      description: "Origin of the site, which is also its issuer and its resource.",
      resolve: ({ origin }) => origin,
    }),
    roles: t.stringList({
      description: "Highest role first: owner, manager, lecturer, teaching_assistant, student.",
      resolve: ({ roles }) => inOrder(roles),
    }),
    current: t.boolean({
      description: "True for the site that this token belongs to.",
      resolve: ({ id }, _args, { site }) => id === site.id,
    }),
  }),
});
