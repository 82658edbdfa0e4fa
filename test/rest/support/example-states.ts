import { exampleId, idKinds } from "#domain/platform/ids.ts";
import type { FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { placeholder } from "../../support/openapi/arbitrary.ts";
import { anApplication, internet } from "../../support/doubles/document-web.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { storage } from "../../support/worlds/storage.ts";
import { buildProcess, siteAt } from "../../support/world.ts";
import { leaver } from "./fuzz-people.ts";
import { aFreeHour, consumes, prepareFor } from "./fuzz-states.ts";

const placeholders = new Map<unknown, string>(idKinds.map((kind) => [exampleId(kind), placeholder(kind)]));

/** Returns the example with ids of existing resources, and other values that depend on the site. */
export function existing(operation: string, example: unknown): unknown {
  const body = withPlaceholders(example);
  return { ...(body as object), ...known[operation]?.() };
}

function withPlaceholders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlaceholders);
  if (typeof value !== "object" || value === null) return placeholders.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withPlaceholders(field)]));
}

/** The test server as a public one, so that files of examples can be fetched. */
const publicServer = buildProcess({ storage: { ...storage, outbound: internet } });

function aPublicPicture(): string {
  const host = anApplication({}, "/dome.jpg");
  host.respond = (_request, response) => void response.writeHead(200).end(aPicture());
  return host.url;
}

const known: Record<string, () => object> = {
  createFile: () => ({ from_url: aPublicPicture() }),
  eraseMember: () => ({ confirm_email: leaver }),
  mergeMember: () => ({ into_id: placeholder("owner") }),
  checkInByCode: () => ({ check_in_code: placeholder("checkInCode") }),
  createConsultingBooking: () => ({ starts_at: aFreeHour() }),
  rescheduleConsultingBooking: () => ({ starts_at: aFreeHour() }),
};

/** The site and token with which an operation is requested. */
export const reached = (operation: string, { site, bearer }: FuzzWorld): Pick<FuzzWorld, "site" | "bearer"> =>
  operation === "createFile" ? { site: siteAt(site.site, publicServer), bearer } : { site, bearer };

/** Brings the site into a state in which the operation is allowed. */
export async function prepareExample(operation: string, world: FuzzWorld): Promise<void> {
  if (consumes(operation)) await world.stock();
  await prepareFor(operation, world);
}
