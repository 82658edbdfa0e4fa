-- requires 0.1.0
-- Counts the ratings of hidden and pending reviews, whose texts stay hidden.
update courses
   set rating_sum = counted.sum, rating_count = counted.count
  from (select site_id, course_id, sum(rating) as sum, count(*) as count from reviews
         where deleted_at is null group by site_id, course_id) as counted
 where courses.site_id = counted.site_id and courses.id = counted.course_id
   and (courses.rating_sum, courses.rating_count) is distinct from (counted.sum, counted.count);
