import type * as z from "zod";
import { inOrder, type Role } from "#access/roles.ts";
import { lockFields, listFields } from "#domain/people/member-fields/queries.ts";
import { checkAgainst, mergeAgainst } from "#domain/people/member-fields/check-values.ts";
import type { MemberFieldRow } from "#domain/people/member-fields/member-field.ts";
import { maxShared } from "#domain/platform/bulk/run-in-batch.ts";
import type { RowOutcome } from "#domain/platform/bulk/run-row.ts";
import { checked } from "#domain/platform/checked.ts";
import type { Context } from "#domain/platform/context.ts";
import { Metadata, Tags } from "#domain/platform/fields.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { isEmptyPatch } from "#domain/platform/merge-patch/compute-patch.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { alreadyMember } from "#domain/people/members/add-member.ts";
import {
  changedColumns,
  consentColumns,
  requireMayWrite,
  requireNotTaken,
} from "#domain/people/members/profile/change-profile.ts";
import { CustomFields, type MemberChanges, type MemberRecord } from "#domain/people/members/member.ts";
import { NamedMembers, namesOf } from "#domain/people/members/named-members.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { type MemberToSave, noConsent, withoutNulls } from "#domain/people/members/save-member.ts";
import { type PlannedMember, writeMembers } from "./write-members.ts";

type Input = z.output<typeof MemberToSave>;

/** A change of the tags of a member. */
export interface Tagging {
  id: string;
  tags: readonly string[];
  add: boolean;
}

/** Opens a batch of members. The caller has locked the members and, if rows name roles, the roles of the site. */
export async function openMemberBatch(
  context: Context,
  { saved, tagged }: { saved: readonly Input[]; tagged: readonly Tagging[] },
): Promise<MemberBatch> {
  const namedMembers = new NamedMembers(context);
  await namedMembers.read([...saved, ...tagged.map(({ id }) => ({ id }))]);
  const handles = new Set(saved.flatMap(({ customFields = {} }) => Object.keys(customFields)));
  if (handles.size > 0) await lockFields(context, [...handles]);
  return new MemberBatch(context, namedMembers, handles.size > 0 ? await listFields(context) : []);
}

/** Plans changes of members, each by the rules of the operation of one member, and writes them together. */
export class MemberBatch {
  readonly #context: Context;
  readonly #known: NamedMembers;
  readonly #fields: readonly MemberFieldRow[];
  #planned: PlannedMember[] = [];
  /** Names whose members the planned rows change. */
  readonly #touched = new Set<string>();

  constructor(context: Context, known: NamedMembers, fields: readonly MemberFieldRow[]) {
    this.#context = context;
    this.#known = known;
    this.#fields = fields;
  }

  /** Returns undefined for a row that must run by itself: pictures, returning members, and the roles of owners. */
  async save(input: Input): Promise<RowOutcome | undefined> {
    const existing = await this.#find(input);
    if (input.pictureFileId !== undefined || existing?.status === "removed") return undefined;
    if (!existing) return this.#add(input);
    const { roles, ...changes } = input;
    const isSame = !roles || String(existing.roles) === String(inOrder(roles));
    if (!isSame && existing.roles.includes("owner") && !roles.includes("owner")) return undefined;
    return this.#change(existing, changes, "upsertMember", isSame ? undefined : roles);
  }

  async tag({ id, tags, add }: Tagging): Promise<RowOutcome> {
    const existing = await this.#find({ id });
    if (!existing) throw notFound("member", formatId("member", id));
    const newTags = add
      ? checked(Tags, [...existing.tags, ...tags])
      : existing.tags.filter((tag) => !tags.includes(tag));
    return this.#change(existing, { tags: newTags }, "tagMember");
  }

  /** Writes the planned rows. Throws `BatchConflict`. */
  async write(): Promise<void> {
    if (this.#planned.length === 0) return;
    const planned = this.#planned;
    this.#planned = [];
    const members = await writeMembers(this.#context, planned);
    this.#known.store([...this.#touched], members);
    this.#touched.clear();
  }

  /** Reads the members of a row again that ran by itself. */
  async refresh(input: Input): Promise<void> {
    const before = this.#known.find(input);
    this.#known.store(before ? namesOf(before) : [], []);
    await this.#known.read([input, ...(before ? [{ id: before.id }] : [])]);
  }

  /** Finds the member of a row. Writes first if the plan is full, or changes a member with one of the names. */
  async #find(named: { id?: string; email?: string | undefined; externalId?: string | null | undefined }) {
    const existing = this.#known.find(named);
    const names = [...namesOf(named), ...(existing ? namesOf(existing) : [])];
    const isFull = this.#planned.length >= maxShared;
    if (!isFull && !names.some((name) => this.#touched.has(name))) return existing;
    await this.write();
    return this.#known.find(named);
  }

  #add({ email, name, roles = ["student"], marketingConsent, customFields, metadata, ...rest }: Input): RowOutcome {
    if (email === undefined) throw validationFailed("/email", "required", "A new person requires an email address.");
    requireMayChange(this.#context.caller, roles);
    const profile = {
      ...rest,
      ...(customFields && { customFields: checked(CustomFields, withoutNulls(customFields)) }),
      ...(metadata && { metadata: checked(Metadata, withoutNulls(metadata)) }),
    };
    const { byEmail, byExternalId } = this.#known.ownersOf({ email, externalId: rest.externalId });
    requireNotTaken({ byEmail: undefined, byExternalId });
    if (profile.customFields) checkAgainst(this.#fields, profile.customFields);
    if (byEmail !== undefined || this.#known.signsIn(email)) throw alreadyMember(email);
    const consent = marketingConsent && consentColumns(noConsent, marketingConsent, this.#context.now);
    const id = newId();
    const added = { id, email, name: name ?? null, roles: inOrder(roles), ...profile, ...consent };
    this.#plan({ kind: "added", id, added }, namesOf(added));
    return { status: "created", id: formatId("member", id) };
  }

  async #change(
    existing: MemberRecord,
    requested: MemberChanges,
    action: "upsertMember" | "tagMember",
    roles?: readonly Role[],
  ): Promise<RowOutcome> {
    const { caller, now } = this.#context;
    const merge = mergeAgainst.bind(undefined, this.#fields);
    const changes = await changedColumns(existing, requested, merge, now);
    const isProfile = !isEmptyPatch(changes);
    if (isProfile) {
      await requireMayWrite(this.#context, existing, changes);
      requireNotTaken(this.#known.ownersOf(changes), existing.id);
    }
    if (roles) requireMayChange(caller, roles, existing.roles);
    const id = formatId("member", existing.id);
    if (!isProfile && !roles) return { status: "unchanged", id };
    const planned = { kind: "changed", id: existing.id, existing, changes, roles, action } as const;
    this.#plan(planned, [...namesOf(existing), ...namesOf(changes)]);
    return { status: "updated", id };
  }

  #plan(planned: PlannedMember, names: readonly string[]): void {
    this.#planned.push(planned);
    for (const name of names) this.#touched.add(name);
  }
}
