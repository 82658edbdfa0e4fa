import { onlineUrlOf, type OwnRegistration } from "#domain/event-registrations/own-registrations.ts";
import { formatId } from "#domain/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder } from "./builder.ts";
import { enumName } from "./wire-names.ts";

const EventStatus = builder.enumType("EventStatus", {
  description: "How an event stands.",
  values: {
    PUBLISHED: { description: "It takes place, or is taking place." },
    CANCELED: { description: "It does not take place." },
    ENDED: { description: "It took place." },
  },
});

const EventFormat = builder.enumType("EventFormat", {
  description: "How an event is attended.",
  values: {
    ONLINE: { description: "At an address on the web." },
    IN_PERSON: { description: "At a place." },
    HYBRID: { description: "Either way." },
  },
});

export const RegisteredEvent = builder.objectRef<OwnRegistration>("RegisteredEvent").implement({
  description: "An event as those who are registered for it see it.",
  fields: (t) => ({
    id: t.id({ description: "Id of the event (evn_…).", resolve: ({ eventId }) => formatId("event", eventId) }),
    slug: t.exposeString("slug", { description: "The event's own part of its address." }),
    name: t.exposeString("name", { description: "What the event is called." }),
    url: t.field({
      type: "URL",
      description: "The page of the event.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/events/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "The event's cover; null where there is none.",
      resolve: ({ coverFileId }, _args, { site }) => pictureAddress(site, coverFileId),
    }),
    startsAt: t.field({
      type: "DateTime",
      description: "When it begins.",
      resolve: ({ startsAt }) => startsAt.toISOString(),
    }),
    endsAt: t.field({
      type: "DateTime",
      description: "When it ends.",
      resolve: ({ endsAt }) => endsAt.toISOString(),
    }),
    timeZone: t.exposeString("timeZone", {
      description: "Where it takes place: the name of a time zone (IANA), e.g. Asia/Taipei.",
    }),
    format: t.field({
      type: EventFormat,
      description: "How it is attended.",
      resolve: ({ format }) => enumName(format),
    }),
    location: t.string({
      nullable: true,
      description: "Name and address of the place; null where it is online alone.",
      resolve: ({ location }) => location && [location.name, location.address].filter(Boolean).join(", "),
    }),
    onlineUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Where to attend online. Only while the member has a place, and the event is not canceled.",
      resolve: onlineUrlOf,
    }),
    status: t.field({
      type: EventStatus,
      description: "How the event stands at the moment of the question.",
      resolve: ({ eventStatus }) => enumName(eventStatus),
    }),
  }),
});
