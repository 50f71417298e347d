-- Postings are written by the owner's rights: whoever may write an entry posts it, and nobody who serves writes a posting
-- of their own, nor calls what writes them.
alter function write_postings() security definer set search_path from current;
alter function note_posting_due() security definer set search_path from current;
revoke execute on function write_postings(), note_posting_due() from public;
