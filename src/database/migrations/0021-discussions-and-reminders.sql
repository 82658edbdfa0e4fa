-- requires 0.1.0
-- Adds rendered comments, likes, followed discussions, and the topics of reminders. Topics are declared in the code.
alter table comments add column body_html text;
alter table comments add column html_version integer;
alter table comments add column active_at timestamp with time zone;
create table comment_likes (
  site_id uuid not null,
  comment_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  constraint comment_likes_pkey primary key (site_id, comment_id, member_id),
  constraint comment_likes_site_id_comment_id_fkey foreign key (site_id, comment_id) references comments (site_id, id),
  constraint comment_likes_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index comment_likes_of_member on comment_likes (site_id, member_id, comment_id);
create table followed_discussions (
  site_id uuid not null,
  lecture_id uuid not null,
  member_id uuid not null,
  following boolean default true not null,
  updated_at timestamp with time zone not null,
  constraint followed_discussions_pkey primary key (site_id, lecture_id, member_id),
  constraint followed_discussions_site_id_lecture_id_fkey foreign key (site_id, lecture_id) references lectures (site_id, id),
  constraint followed_discussions_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index followed_discussions_of_member on followed_discussions (site_id, member_id, lecture_id);
alter table notifications drop constraint notifications_topic_check;
