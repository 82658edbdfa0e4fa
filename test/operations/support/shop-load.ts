import { anApiKey } from "../../support/worlds/api-key.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { operatorOf } from "../../rest/support/operator.ts";

export interface Response {
  status: number;
  body: string;
  /** Name and value of each cookie that it sets. */
  cookies: string[];
}

/** Sends a request under the name of its kind; a POST if it has a form. */
export type To = (
  name: string,
  url: string,
  headers: Record<string, string>,
  form?: Record<string, string>,
) => Promise<Response>;

const writes = "courses:read courses:write curriculum:read curriculum:write school:read school:write";

/** Less than a member may write in an hour. */
const commentsPerStudent = 50;

/** What a shopper, a student and a program with an API key do at a site, again and again. */
export async function shopLoad(site: ASite, to: To): Promise<Record<string, () => Promise<unknown>>> {
  const owner = await site.member({ roles: ["owner"] });
  const { key } = await anApiKey(site, owner);
  const course = await aPaidCourse(await operatorOf(site, writes));
  const browser = await site.signedIn(owner);
  const transfer = { instructions: "Harbour Bank, account 0123", "enabled-offline": "on" };
  await browser.submit(await browser.open("/admin/payments"), transfer, "/admin/payments/offline");
  const discussed = await aCourse(site, [[{}]]);
  const { path } = discussed.lessons[0]!;

  /** Opens a page and sends its form. An older version may not have the page. */
  async function submit(
    name: string,
    { page, action }: { page: string; action: string },
    member: AMember,
    fields: Record<string, string>,
  ): Promise<void> {
    const session = [...(await site.signedIn(member)).cookies].map(([cookie, value]) => `${cookie}=${value}`);
    const headers = { accept: "text/html", "sec-fetch-site": "same-origin" };
    const { status, body, cookies } = await to(`${name} form`, page, { ...headers, cookie: session.join("; ") });
    const hidden = hiddenFields(body, action);
    if (status !== 200 || hidden === undefined) return;
    await to(name, action, { ...headers, cookie: [...session, ...cookies].join("; ") }, { ...hidden, ...fields });
  }

  let student: AMember | undefined;
  let comments = 0;
  return {
    "API key": () => to("API key", "/api/v1/courses?limit=3", { authorization: `Bearer ${key}` }),
    async checkout() {
      const forms = { page: `/checkout?item=${course.plan}`, action: "/checkout" };
      await submit("checkout", forms, await site.member(), { provider: "offline" });
    },
    async comment() {
      if (comments++ % commentsPerStudent === 0) {
        student = await site.member();
        await enrollMember(site, student, discussed);
      }
      const forms = { page: path, action: `${path}/comments` };
      await submit("comment", forms, student!, { body: `Comment ${comments}` });
    },
  };
}

/** The hidden fields of the form with this action. */
export function hiddenFields(body: string, action: string): Record<string, string> | undefined {
  const forms = body.matchAll(/<form method="post" action="([^"#]*)[^>]*>(.*?)<\/form>/gs);
  const form = [...forms].find(([, address]) => address === action)?.[2];
  const hidden = form?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return hidden && Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
}
