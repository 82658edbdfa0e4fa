import { assertStatus } from "../assert-status.ts";
import type { ASite } from "../world.ts";
import { aDirectory } from "./directory.ts";

/** A directory that has created a user and a group with them. IDs in API format. */
export interface InhabitedDirectory {
  id: string;
  key: string;
  user: string;
  group: string;
}

export async function insertDirectory(site: ASite, name: string): Promise<InhabitedDirectory> {
  const { id, key, create, send } = await aDirectory(site, { name: `${name} directory` });
  const user = await create({ userName: `${name.toLowerCase()}@directory.example`, displayName: `${name} Kestrel` });
  const members = [{ value: user.body.id }];
  const group = await send("POST", "/Groups", { displayName: `${name} crew`, externalId: `${name}-crew`, members });
  if (group.status !== 201) assertStatus({ statusCode: group.status, body: JSON.stringify(group.body) } as never, 201);
  return { id, key, user: user.body.id, group: group.body.id };
}
