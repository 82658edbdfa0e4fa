import type { LecturerCard } from "#domain/catalog/lecturers/lecturer-cards.ts";
import { formatId } from "#domain/platform/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder } from "./builder.ts";
import { Node } from "./node-interface.ts";

export const LecturerSummary = builder.objectRef<LecturerCard>("LecturerSummary").implement({
  interfaces: [Node],
  description: "A lecturer.",
  fields: (t) => ({
    id: t.id({ description: "ID of the lecturer (ltr_…).", resolve: ({ id }) => formatId("lecturer", id) }),
    name: t.exposeString("name", { description: "Display name." }),
    title: t.exposeString("title", { nullable: true, description: "Job title, e.g. Professor of Astronomy." }),
    pictureUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Portrait. Null if there is none.",
      resolve: ({ pictureFileId }, _args, { site }) => pictureAddress(site, pictureFileId),
    }),
  }),
});
