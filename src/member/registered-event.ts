import { onlineUrlOf, type OwnRegistration } from "#domain/events/event-registrations/own-registrations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder } from "./builder.ts";
import { enumName } from "./wire-names.ts";

const EventStatus = builder.enumType("EventStatus", {
  description: "Status of an event.",
  values: {
    PUBLISHED: { description: "The event is upcoming or in progress." },
    CANCELED: { description: "The event was canceled." },
    ENDED: { description: "The event has ended." },
  },
});

const EventFormat = builder.enumType("EventFormat", {
  description: "Format of an event.",
  values: {
    ONLINE: { description: "Online." },
    IN_PERSON: { description: "In person." },
    HYBRID: { description: "Online or in person." },
  },
});

export const RegisteredEvent = builder.objectRef<OwnRegistration>("RegisteredEvent").implement({
  description: "An event that the member registered for.",
  fields: (t) => ({
    id: t.id({ description: "ID of the event (evn_…).", resolve: ({ eventId }) => formatId("event", eventId) }),
    slug: t.exposeString("slug", { description: "URL slug of the event." }),
    name: t.exposeString("name", { description: "Name of the event." }),
    url: t.field({
      type: "URL",
      description: "URL of the event page.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/events/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Cover image of the event. Null if there is none.",
      resolve: ({ coverFileId }, _args, { site }) => pictureAddress(site, coverFileId),
    }),
    startsAt: t.field({ type: "DateTime", description: "Start time.", resolve: ({ startsAt }) => startsAt }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "End time." }),
    timeZone: t.exposeString("timeZone", {
      description: "Time zone of the event (IANA), e.g. Asia/Taipei.",
    }),
    format: t.field({
      type: EventFormat,
      description: "Format of the event.",
      resolve: ({ format }) => enumName(format),
    }),
    location: t.string({
      nullable: true,
      description: "Name and address of the venue. Null for an online event.",
      resolve: ({ location }) => location && [location.name, location.address].filter(Boolean).join(", "),
    }),
    onlineUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Online meeting URL. Available only while the member has a seat and the event is not canceled.",
      resolve: onlineUrlOf,
    }),
    status: t.field({
      type: EventStatus,
      description: "Status at the time of the request.",
      resolve: ({ eventStatus }) => enumName(eventStatus),
    }),
  }),
});
