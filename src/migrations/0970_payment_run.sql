-- Payments that one person asked for together, which a second person approves together.
alter table payment_request add column run text;
