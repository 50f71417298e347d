-- What affiliates are told of a changed deal is a kind of notice, beside announcements.
alter table affiliate_notice drop constraint affiliate_notice_kind_check;
alter table affiliate_notice add constraint affiliate_notice_kind_check
  check (kind in ('playersLeft', 'playersCame', 'announcement', 'dealChanged'));
