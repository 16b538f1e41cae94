-- Businesses that were entered before they had to be registered are registered, unless their licence is cancelled or revoked.
update ent_info
set ent_status = case run_type when '3' then '3' when '4' then '4' else '1' end
where ent_status = '0';
