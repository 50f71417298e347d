/*
 * Every table, by what fences it: the columns by which a row belongs to a company, brand, affiliate or partner, of which at least one must be there, or why it needs none. A new table makes the
 * walk fail until it stands here: `new_table: ['brand']`, or `new_table: 'answered to nobody'`.
 */

/** Columns of a table that say whose a row is, or why nobody reads it across a fence. */
export const tableFences: Readonly<Record<string, readonly string[] | string>> = {
  access_key: ['affiliate', 'partner', 'owner'], backup: 'answered to nobody', action: ['affiliate', 'campaign'], activity_log: 'root alone, and a record\'s own lines', affiliate: ['brands'], affiliate_history: ['record'],
  affiliate_span: ['affiliate'], brand: ['company'], campaign: ['brand'], carried_balance: ['affiliate'], click: ['brand', 'action'], close_problem: ['owner'], closed_day: 'days alone',
  commission: ['brand'], commission_wide: ['brand'], company: ['id'], cpa_qualification: ['brand'], dirty_day: ['affiliate'], download: 'its owner\'s', entry: ['affiliate', 'partner'],
  entry_adjustment: ['entry'], entry_line: ['entry'], entry_part: ['brand'], entry_request: ['entry'], event: ['brand'], event_identity: ['brand'], feed_upload: ['brand'], feed_upload_part: ['upload', 'feed_upload'],
  idempotency_key: 'the same actor\'s answer again', ingest_key: ['brand'], job: 'root alone', log_checkpoint: 'sizes and hashes', log_head: 'sizes and hashes', migration: 'names of files',
  movement: ['brand'], movement_wide: ['brand'], partner: ['parent'], partner_affiliate_span: ['partner'], partner_commission: ['partner'], partner_commission_part: ['brand'],
  partner_dirty_day: 'days alone', partner_history: ['record'], partner_level: ['company', 'parent'], partner_level_history: ['record'], partner_two_step: ['partner_id'], partner_span: ['partner'],
  payment: ['affiliate', 'partner'], payment_attempt: ['payment'], payment_entry: ['payment'], payment_hold: ['owner'], payment_request: ['payment'], payment_return: ['payment'],
  payment_transfer: ['payment'], period: ['company'], period_signature: ['period'], player: ['brand'], player_place: ['player'], rate: 'the same for everybody', redirect_host: ['brand'], report_schedule: 'its owner\'s', reward: ['company', 'slug'], reward_history: ['record'],
  reward_profile: ['company', 'rewards'], reward_profile_history: ['record'], sandbox_payout: 'answered to nobody', saved_view: 'its owner\'s', secret: 'answered to nobody',
  session: ['user', 'user_id', 'partner'], sub_brand: ['brand'], table_change: 'answered to nobody', throttle: 'answered to nobody', two_step: ['user', 'user_id'], user: ['company'],
  whose_entry: ['brand'], whose_movement: ['brand'], whose_partner: ['brands'], whose_partner_day: ['brand'], currency_book: ['brands'],
  user_author: ['user', 'user_id'], user_credential: ['user', 'user_id'], user_preference: 'its owner\'s',
}
