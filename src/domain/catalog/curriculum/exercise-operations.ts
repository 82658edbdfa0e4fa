import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { type Operation, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { type Change, concludeLecture, curriculumEvents } from "./change.ts";
import { keepingContent } from "./lectures/require-content.ts";
import { requireLecture, requireLockedLecture } from "./require-locked.ts";

/** A quiz or an assignment. A lecture has at most one of each. */
interface Exercise<Output extends z.ZodType, Row, Serialized> {
  kind: "quiz" | "assignment";
  output: Output;
  find: (context: Context, lectureId: string) => Promise<Row | undefined>;
  /** Includes a deleted one. */
  lock: (context: Context, lectureId: string) => Promise<Row | undefined>;
  update: (context: Context, lectureId: string, changes: { deletedAt: Date }, now: Date) => Promise<void>;
  serialize: (row: Row) => Serialized;
  version: (presented: Serialized) => number | string;
}

interface Content<Input extends z.ZodObject, Row, Fields> {
  /** The content, with the id of the lecture. */
  input: Input;
  fieldsOf: (context: Context, content: z.output<Input>) => Promise<Fields>;
  save: (context: Context, lectureId: string, existing: Row | undefined, fields: Fields, now: Date) => Promise<boolean>;
}

interface Named<Of> {
  name: string;
  description?: string;
  of: Of;
}

interface AnyRow {
  version: number;
  deletedAt: Date | null;
}

const ofLecture = z.object({ id: Id("lecture") });

const none = (kind: string, lectureId: string) => notFound(kind, `of the lecture ${formatId("lecture", lectureId)}`);

async function read<Output extends z.ZodType, Row, Serialized>(
  context: Context,
  { kind, find, serialize }: Exercise<Output, Row, Serialized>,
  lectureId: string,
): Promise<Serialized> {
  const row = await find(context, lectureId);
  if (!row) throw none(kind, lectureId);
  return serialize(row);
}

export const getExercise = <Output extends z.ZodType, Row extends AnyRow, Serialized extends z.output<Output>>({
  of,
  ...named
}: Named<Exercise<Output, Row, Serialized>>): Operation<typeof ofLecture, Output, unknown, Serialized> => ({
  ...named,
  summary: `Retrieve the ${of.kind} of a lecture`,
  access: { scope: "curriculum:read" },
  writes: false,
  input: ofLecture,
  output: of.output,
  async run(context, { id }) {
    await requireLecture(context, id);
    return read(context, of, id);
  },
  version: of.version,
});

export const replaceExercise = <
  Input extends z.ZodObject<typeof ofLecture.shape>,
  Output extends z.ZodType,
  Row extends AnyRow,
  Fields,
  Serialized extends z.output<Output>,
>({
  of,
  input,
  fieldsOf,
  save,
  ...named
}: Named<Exercise<Output, Row, Serialized>> & Content<Input, Row, Fields>): Operation<
  Input,
  Output,
  unknown,
  Serialized,
  Change
> => ({
  ...named,
  summary: `Replace the ${of.kind} of a lecture`,
  access: { scope: "curriculum:write" },
  writes: true,
  input,
  output: of.output,
  async run(context, content) {
    const { id } = content;
    const lecture = await requireLockedLecture(context, id);
    const existing = await of.lock(context, id);
    requireVersion(context, existing ?? undefined);
    const fields = await fieldsOf(context, content);
    await keepingContent(context, lecture, () => save(context, id, existing, fields, context.now));
    return concludeLecture(context, lecture, () => read(context, of, id));
  },
  version: of.version,
  audit: ({ id }) => ({ resourceType: of.kind, resourceId: formatId("lecture", id) }),
  event: curriculumEvents,
});

export const deleteExercise = <Output extends z.ZodType, Row extends AnyRow, Serialized>({
  of,
  ...named
}: Named<Exercise<Output, Row, Serialized>>) =>
  operation({
    ...named,
    summary: `Delete the ${of.kind} of a lecture`,
    writes: "curriculum:write",
    input: ofLecture,
    output: z.object({ id: Id("lecture") }),
    async run(context, { id }) {
      const lecture = await requireLockedLecture(context, id);
      const existing = await of.lock(context, id);
      if (!existing || existing.deletedAt) throw none(of.kind, id);
      requireVersion(context, existing);
      await keepingContent(context, lecture, () => of.update(context, id, { deletedAt: context.now }, context.now));
      return concludeLecture(context, lecture, () => ({ id }));
    },
    audit: ({ id }) => ({ resourceType: of.kind, resourceId: formatId("lecture", id) }),
    event: curriculumEvents,
  });
