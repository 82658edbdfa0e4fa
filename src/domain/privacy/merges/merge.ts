import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { recordKinds } from "./record-kinds.ts";

const mergeStatuses = ["pending", "completed", "canceled", "expired"] as const;

const Count = z.number().int().min(0);

/** The records of one kind that a merge concerns. */
const MergedRecords = z.object({
  kind: z.enum(recordKinds),
  moved: Count.meta({ description: "Records that the surviving member gets" }),
  combined: Count.meta({
    description: "Records that both members have, such as enrollments of one course, which become one",
  }),
  dropped: Count.meta({ description: "Records that are deleted because the surviving member has the same" }),
});
export type MergedRecords = z.output<typeof MergedRecords>;

/** A merge of two members of one person. */
export const MemberMerge = versionedResource("memberMerge", {
  fromMemberId: Id("member").meta({ description: "ID of the member who is merged, and does not exist afterwards" }),
  intoMemberId: Id("member").meta({ description: "ID of the surviving member" }),
  status: z.enum(mergeStatuses),
  records: z.array(MergedRecords).meta({
    description:
      "Numbers of records by kind, without kinds that have none. Those of a pending merge are of the time of the request.",
  }),
  requestedBy: Id("member").nullable().meta({ description: "ID of the member of the staff who requested it" }),
  confirmedFromAt: Instant.nullable().meta({ description: "When the address of the merged member confirmed" }),
  confirmedIntoAt: Instant.nullable().meta({ description: "When the address of the surviving member confirmed" }),
  expiresAt: Instant,
  completedAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export type MemberMerge = z.output<typeof MemberMerge>;

export interface MergeRow extends Omit<MemberMerge, "object" | "status"> {
  status: "pending" | "completed" | "canceled";
  version: number;
}

/** Serializes a merge. A pending one past its expiry is expired. */
export const serializeMerge = (merge: MergeRow, now: Date): z.output<typeof MemberMerge> & { version: number } => ({
  ...merge,
  object: "member_merge",
  status: isPending(merge, now) || merge.status !== "pending" ? merge.status : "expired",
});

export const isPending = ({ status, expiresAt }: Pick<MergeRow, "status" | "expiresAt">, now: Date): boolean =>
  status === "pending" && expiresAt > now;

/** True if the surviving member requested the merge. */
export const isOwn = ({ requestedBy, intoMemberId }: MergeRow): boolean =>
  requestedBy !== null && requestedBy === intoMemberId;

/** The address at which a confirmation arrived. */
export type Side = "from" | "into";
