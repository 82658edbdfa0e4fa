import { exampleOrigin } from "../documents.ts";

/** A request to the Member API, which a test sends. */
export interface MemberApiExample {
  id: string;
  title: string;
  query: string;
  variables?: Record<string, unknown>;
}

export const memberApiExamples: readonly MemberApiExample[] = [
  {
    id: "courses",
    title: "Courses with progress",
    query: `{
  viewer {
    name
    enrolledCourses(first: 10) {
      nodes {
        name
        url
        progress { percent nextLecture { name } }
        expireDate
      }
    }
  }
}`,
  },
  {
    id: "next-page",
    title: "The next page of a list",
    query: `query Courses($after: String) {
  viewer {
    enrolledCourses(first: 10, after: $after) {
      nodes { id name status }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
    variables: { after: null },
  },
  {
    id: "downloads",
    title: "Downloads",
    query: `{
  viewer {
    digitalProducts(first: 10) {
      nodes {
        name
        files { name byteSize downloadUrl remainingDownloads }
      }
    }
  }
}`,
  },
  {
    id: "events",
    title: "Upcoming events",
    query: `{
  viewer {
    eventRegistrations(first: 10, filter: { upcomingOnly: true }) {
      nodes {
        status
        checkInCode
        event { name startsAt timeZone onlineUrl location }
      }
    }
  }
}`,
  },
  {
    id: "notifications",
    title: "Unread notifications",
    query: `{
  unreadNotificationCount
  notifications(first: 20, filter: { unreadOnly: true }) {
    nodes { id title body url createdAt }
  }
}`,
  },
  {
    id: "mark-read",
    title: "Mark all notifications as read",
    query: `mutation {
  markAllNotificationsRead {
    markedCount
    unreadNotificationCount
  }
}`,
  },
];

/** The command that sends an example. Queries are sent with GET, so that they stay readable. */
export function curlOf({ query, variables }: MemberApiExample): string {
  const endpoint = `"${exampleOrigin}/member/graphql" \\\n  --header "authorization: Bearer $MEMBER_TOKEN"`;
  if (query.startsWith("mutation")) {
    const body = JSON.stringify({ query: query.replaceAll(/\s+/g, " ") });
    return `curl --fail-with-body --silent ${endpoint} \\
  --header "content-type: application/json" \\
  --data '${body}'`;
  }
  const values = variables ? ` \\\n  --data-urlencode 'variables=${JSON.stringify(variables)}'` : "";
  return `curl --fail-with-body --silent --get ${endpoint}${values} \\
  --data-urlencode 'query=${query}'`;
}
