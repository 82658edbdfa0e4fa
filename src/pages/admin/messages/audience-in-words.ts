import type { MessageAudience } from "#domain/people/messages/message.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { dateFormat } from "#lib/text/formats.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { namesById } from "../derived/labels.ts";

/** Describes an audience, with the name of its course, event, membership or group. */
export async function audienceInWords(
  context: RequestContext,
  audience: MessageAudience,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): Promise<string> {
  const { messages: text } = textFor(locale).admin;
  if (audience.kind === "members") {
    const { roles: names } = textFor(locale);
    const parts = [
      ...audience.roles.map((role) => names[role]),
      ...(audience.tag === "" ? [] : [fillPlain(text.tagged, { tag: audience.tag })]),
      ...(audience.marketingConsent ? [text.consented] : []),
    ];
    return parts.length === 0 ? text.everyone : parts.join(" · ");
  }
  const nameOf = async (kind: IdKind, uuid: string): Promise<string> => {
    const id = formatId(kind, uuid);
    return (await namesById(context, [id], locale)).get(id) ?? id;
  };
  if (audience.kind === "inactive") {
    const { inactiveSince, courseId } = audience;
    const date = dateFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "medium", timeZone }).format(
      new Date(inactiveSince),
    );
    const name = courseId === undefined ? undefined : await nameOf("course", courseId);
    return name === undefined ? fillPlain(text.inactive, { date }) : fillPlain(text.inactiveIn, { date, name });
  }
  return fillPlain(text.to[audience.kind], { name: await nameOf(...idIn(audience)) });
}

function idIn(audience: Exclude<MessageAudience, { kind: "members" | "inactive" }>): [IdKind, string] {
  switch (audience.kind) {
    case "member":
      return ["member", audience.memberId];
    case "course":
      return ["course", audience.courseId];
    case "event":
      return ["event", audience.eventId];
    case "membership":
      return ["membershipPlan", audience.planId];
    case "group":
      return ["group", audience.groupId];
  }
}
