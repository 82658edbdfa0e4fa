-- Uses of a file as the preview image of a page (SEO).
create index courses_by_seo_image on courses (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
create index posts_by_seo_image on posts (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
create index pages_by_seo_image on pages (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
