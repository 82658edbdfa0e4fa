import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const lu = { email: "lu@school.example", name: "Lu Wei", time_zone: "Asia/Taipei" };

export const memberExamples: Examples = {
  addMember: { ...lu, roles: ["lecturer"], message: "Welcome to the observatory." },
  updateMember: {
    name: "Lu Wei-Chen",
    locale: "zh-TW",
    marketing_consent: { granted: true, source: "Form at the open day" },
  },
  upsertMember: { ...lu, roles: ["student"], tags: ["evening class"] },
  setMemberRoles: { roles: ["lecturer", "student"] },
  eraseMember: { confirm_email: "ana@school.example", reason: "Asked for by mail" },
  bulkMembers: {
    operations: [
      { op: "upsert", data: { ...lu, external_id: "crm/1208", roles: ["student"] } },
      { op: "tag_add", id: exampleId("member"), tags: ["evening class"] },
    ],
  },
  createMemberNote: { body: "Brings a telescope of their own." },
  sendMemberNotification: {
    title: "Clear sky tonight",
    body: "We meet at the dome at nine.",
    url: "/events",
  },
  createMemberField: [
    ["A text", { handle: "telescope", kind: "text", label: "Which telescope have you got?", visible_to_member: true }],
    ["One of several", { handle: "shirt_size", kind: "choice", label: "Shirt size", choices: ["S", "M", "L"] }],
  ],
  updateMemberField: { label: "Your telescope", position: 1 },
};
