import * as z from "zod";
import { BulkResult, inBulk, inData, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import type { ParsedRow, RowBatch } from "#domain/platform/bulk/run-in-batch.ts";
import { bulkRow } from "#domain/platform/bulk/run-row.ts";
import { checked } from "#domain/platform/checked.ts";
import type { Context } from "#domain/platform/context.ts";
import { Tags } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { changeProfile } from "#domain/people/members/profile/change-profile.ts";
import { lockMembers } from "./lock-members.ts";
import { Member } from "#domain/people/members/member.ts";
import { openMemberBatch } from "./member-batch.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { MemberToSave, saveMember } from "#domain/people/members/save-member.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { lockMemberOr404 } from "../queries.ts";

const saveOneMember = operation({
  name: "upsertMember",
  summary: "Create or change one member, by external ID or address",
  writes: "members:write",
  input: MemberToSave,
  output: versioned(Member.extend({ created: z.boolean() })),
  run: (context, fields) => saveMember(context, fields),
});

const tagMember = operation({
  name: "tagMember",
  summary: "Add or remove tags of a member",
  writes: "members:write",
  input: z.object({ id: Id("member"), tags: Tags, add: z.boolean() }),
  output: Member,
  async run(context, { id, tags, add }) {
    const existing = await lockMemberOr404(context, id);
    const newTags = add
      ? checked(Tags, [...existing.tags, ...tags])
      : existing.tags.filter((tag) => !tags.includes(tag));
    return changeProfile(context, existing, { tags: newTags });
  },
  event: (_input, member) => updatedEvents(member),
});

const maxRows = 500;

export const bulkMembers = operation({
  name: "bulkMembers",
  summary: "Create, update and tag members in bulk",
  description: "At most 500 rows per request. Sends no email.",
  writes: "members:write",
  sensitive: { subject: "roles", when: ({ operations }) => operations.some(isSensitiveRow) },
  input: z.object({
    operations: bulkRows(
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("upsert"), data: unchecked(MemberToSave) }),
        z.object({ op: z.literal("tag_add"), id: z.string(), tags: z.array(z.string()).max(20) }),
        z.object({ op: z.literal("tag_remove"), id: z.string(), tags: z.array(z.string()).max(20) }),
      ]),
      maxRows,
    ),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { operations, atomic }) {
    const people = operations.map((requested) =>
      requested.op === "upsert" ? requested.data : { memberId: requested.id },
    );
    await lockMembers(context, people, people.some(namesRoles) ? "given" : undefined);
    return inBulk(
      context,
      operations.map((requested) =>
        requested.op === "upsert"
          ? bulkRow({ operation: saveOneMember, input: requested.data, done: saved, place: inData })
          : bulkRow({
              operation: tagMember,
              input: { id: requested.id, tags: requested.tags, add: requested.op === "tag_add" },
              done: tagged,
            }),
      ),
      atomic,
      openBatch,
    );
  },
  audit: (_input, { summary }) => ({ details: summary }),
});

type TagInput = z.output<typeof tagMember.input>;
type SaveInput = z.output<typeof MemberToSave>;

const isTagging = ({ row }: ParsedRow): boolean => row.operation === tagMember;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The rows of an operation are parsed with its input schema.
const saveInputOf = ({ input }: ParsedRow) => input as SaveInput;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As for `saveInputOf`.
const tagInputOf = ({ input }: ParsedRow) => input as TagInput;

/** Lets rows share statements. */
async function openBatch(context: Context, rows: readonly ParsedRow[]): Promise<RowBatch> {
  const batch = await openMemberBatch(context, {
    saved: rows.filter((each) => !isTagging(each)).map(saveInputOf),
    tagged: rows.filter(isTagging).map(tagInputOf),
  });
  return {
    plan: (parsed) => (isTagging(parsed) ? batch.tag(tagInputOf(parsed)) : batch.save(saveInputOf(parsed))),
    write: () => batch.write(),
    refresh: (parsed) => batch.refresh(saveInputOf(parsed)),
  };
}

/** Rows are checked when they run, so that a malformed one is its own failure. */
const isSensitiveRow = (row: { op: string; data?: unknown }): boolean => {
  const roles = row.op === "upsert" && namesRoles(row.data) ? row.data.roles : [];
  return !Array.isArray(roles) || roles.some((role) => role !== "student");
};

const namesRoles = (row: unknown): row is { roles: unknown } =>
  typeof row === "object" && row !== null && "roles" in row;

type Saved = { id: string; created: boolean };
const saved = ({ id, created }: Saved) => ({
  status: created ? ("created" as const) : ("updated" as const),
  id: formatId("member", id),
});

const tagged = ({ id }: { id: string }) => ({ status: "updated" as const, id: formatId("member", id) });
