-- Called by its trigger alone: what runs as the owner is nobody's to call.
revoke execute on function forget_total_rows() from public;
