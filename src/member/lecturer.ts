import type { LecturerCard } from "#domain/lecturers/lecturer-cards.ts";
import { formatId } from "#domain/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder } from "./builder.ts";

export const LecturerSummary = builder.objectRef<LecturerCard>("LecturerSummary").implement({
  description: "Somebody who teaches, as the school shows them.",
  fields: (t) => ({
    id: t.id({ description: "Id of the lecturer (ltr_…).", resolve: ({ id }) => formatId("lecturer", id) }),
    name: t.exposeString("name", { description: "As the school writes it." }),
    title: t.exposeString("title", { nullable: true, description: "What they are, e.g. Professor of Astronomy." }),
    pictureUrl: t.field({
      type: "URL",
      nullable: true,
      description: "A portrait; null where there is none.",
      resolve: ({ pictureFileId }, _args, { site }) => pictureAddress(site, pictureFileId),
    }),
  }),
});
