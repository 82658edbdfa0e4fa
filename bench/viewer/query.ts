/** As an application would write it. */
export const query = `query Home {
  viewer {
    id
    name
    email
    enrolledCourses(first: 10) {
      nodes {
        slug
        expireDate
        hasLifetimeAccess
        lastWatchedLecture {
          lectureId
          positionSeconds
        }
      }
    }
  }
}`;

export const first = 10;
