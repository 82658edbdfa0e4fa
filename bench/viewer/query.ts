/** A typical query of an application. */
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
