import type { Role } from "#access/roles.ts";
import { Visitor } from "../../../support/browsers/visitor.ts";
import { aSite } from "../../../support/world.ts";

/** A person with this role at a school of their own, who has opened the admin area. */
export async function staffOf(role: Role, name = "Marta Silva") {
  const site = await aSite();
  const member = await site.member({ roles: [role], name });
  const visitor = await new Visitor(await site.signedIn(member)).open("/admin");
  return { site, member, visitor };
}

export const anOwner = () => staffOf("owner");
