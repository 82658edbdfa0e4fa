import * as notifications from "#domain/engagement/notifications/operations.ts";
import * as subscriptions from "#domain/engagement/notifications/subscription-operations.ts";
import * as courses from "#domain/learning/my-library/own-courses.ts";
import { listOwnEvents } from "#domain/learning/my-library/own-events.ts";
import { listOwnProducts } from "#domain/learning/my-library/own-products.ts";
import { showOwnProfile } from "#domain/learning/my-library/own-profile.ts";
import { listOwnConsulting } from "#domain/learning/my-library/own-consulting.ts";
import { readTool, sets, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

type Wire = Record<string, unknown>;

/** What a member has, and what reaches them. */
export const memberTools: readonly Tool[] = [
  readTool(
    words(
      "get_my_profile",
      "Read my profile",
      "The signed-in member: name, e-mail address, and the sites at which they have a role. For what they are enrolled in use list_my_courses; for scopes use check_connection.",
    ),
    showOwnProfile,
  ),
  readTool(
    words(
      "list_my_courses",
      "List my courses",
      "Courses the member is enrolled in, the one used last first, with progress, what comes next and when access ends, 20 at a time; page.next_cursor is the cursor of the next page. For one in full use get_my_course.",
    ),
    courses.listOwnCourses,
    {
      next: ({ data }) =>
        (data as Wire[] | undefined)
          ?.slice(0, 1)
          .map(({ slug }) => ({ tool: "get_my_course", arguments: { course: slug }, why: "See it in full." })) ?? [],
    },
  ),
  readTool(
    words(
      "get_my_course",
      "Read one of my courses",
      "One course the member is enrolled in, by id or slug: progress by section, the next lecture, where they stopped, the certificate. For what the course is about use get_course.",
    ),
    courses.getOwnCourse,
  ),
  readTool(
    words(
      "list_my_digital_products",
      "List my digital products",
      "Digital products the member has, with links to download their files that are good for 10 minutes, 20 at a time; page.next_cursor is the cursor of the next page. For what can be bought use list_digital_products.",
    ),
    listOwnProducts,
  ),
  readTool(
    words(
      "list_my_consulting_services",
      "List my consulting",
      "Consulting the member has, sessions that are left, and what is booked, 20 at a time; page.next_cursor is the cursor of the next page. For what is offered use list_consulting_services.",
    ),
    listOwnConsulting,
  ),
  readTool(
    words(
      "list_my_events",
      "List my events",
      "Events the member registered for, what is to come first, with what to show at the door, 20 at a time; page.next_cursor is the cursor of the next page. For events to go to use list_events.",
    ),
    listOwnEvents,
  ),
  readTool(
    words(
      "list_my_notifications",
      "List my notifications",
      "The member's inbox, newest first, and how many are unread, 20 at a time; page.next_cursor is the cursor of the next page. Their words are under untrusted_text. To mark one as read use mark_notification_read.",
    ),
    notifications.showInbox,
  ),
  readTool(
    words(
      "list_my_notification_settings",
      "List my notification settings",
      "Which topics reach the member on which channel, one row for each that the site offers. Change one with update_notification_setting.",
    ),
    subscriptions.listNotificationSubscriptions,
  ),
  writeTool(
    words(
      "mark_notification_read",
      "Mark a notification as read",
      "Marks one notification of the member as read, by its id; one that is read stays so. For the whole inbox use mark_all_notifications_read.",
    ),
    notifications.markNotificationRead,
    sets,
  ),
  writeTool(
    words(
      "mark_all_notifications_read",
      "Mark all notifications as read",
      "Marks everything in the member's inbox as read that had come by before, or by now. For a single one use mark_notification_read.",
    ),
    notifications.markAllNotificationsRead,
    sets,
  ),
  writeTool(
    words(
      "update_notification_setting",
      "Switch a notification on or off",
      "Switches one topic on one channel on or off for the member. Some topics keep the account safe and stay on. Read what there is with list_my_notification_settings.",
    ),
    subscriptions.updateNotificationSubscription,
    sets,
  ),
];
