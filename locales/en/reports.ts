import type { ReportMessages } from '../messages.ts'

export const reports: ReportMessages = {
  reports: {
    affiliateActivity: { name: 'Activity per affiliate', empty: 'No activity in this period. Choose another one, or import a feed.' },
    dashboard: { name: 'Dashboard', empty: 'As soon as a brand sends activity, this page shows how the month is going.' },
    affiliateDetail: { name: 'Detail by affiliate', empty: 'No activity in this period. Choose another one.' },
    affiliates: { name: 'Affiliates resume', empty: 'No activity in this period. Choose another one, or import a feed.' },
    cpa: { name: 'CPA report', empty: 'Nobody clicked, registered or qualified in this period. Choose another one.' },
    general: { name: 'General report', empty: 'No activity in this period. Choose another one, or import a feed.' },
    generalV2: { name: 'General report V2', empty: 'No activity in this period. Choose another one, or hang affiliates on partners.' },
    lottery: { name: 'Lotto report', empty: 'No lottery activity in this period. Choose another one.' },
    movement: { name: 'Movement', empty: 'No activity in this period. Choose another one, or import a feed.' },
    partners: { name: 'Partners Demonstrative', empty: 'Nothing below partners moved in this period. Choose another one.' },
    paymentByAffiliate: { name: 'Payment by affiliate', empty: 'No entries in this period. The daily close writes them.' },
  },
  dimensions: {
    affiliate: 'Affiliate', partner: 'Partner', level: 'Level', brand: 'Brand', subBrand: 'Sub brand', campaign: 'Campaign', action: 'Action', product: 'Product',
    day: 'Day', month: 'Month', player: 'Player',
  },
  filters: {
    period: 'Period', brand: 'Brand', subBrand: 'Sub brand', affiliate: 'Affiliate', campaign: 'Campaign', action: 'Action', product: 'Product', partner: 'Partner', level: 'Level',
  },
  products: { bets: 'Bets', games: 'Games', lotto: 'Lotto', cpa: 'CPA', none: 'No product' },
  events: {
    click: 'Click |||| Clicks', registration: 'Registration |||| Registrations', deposit: 'Deposit |||| Deposits', withdrawal: 'Withdrawal |||| Withdrawals',
    bet: 'Bet |||| Bets', win: 'Win |||| Wins', bonus: 'Bonus |||| Bonuses', chargeback: 'Chargeback |||| Chargebacks', adjustment: 'Adjustment |||| Adjustments',
  },
  measures: {
    turnover: 'Turnover', payout: 'Payout', bonus: 'Bonus', chargebacks: 'Chargebacks', ggr: 'GGR', admin_fee: 'Admin fee', ngr: 'NGR', margin: 'Margin', bonus_index: 'Bonus index',
    reward: 'Reward', affiliate_reward: 'Affiliate reward', gross_value: 'Gross value', abatment: 'Abatement', value: 'Value', reward_value: 'Reward value', qty_cpa: 'Qty CPA',
    qty_affiliates: 'Qty affiliates', clicks: 'Clicks', registrations: 'Registrations', ftd: 'FTD', bet_count: 'Bets placed', deposit_count: 'Deposits made', deposits: 'Deposits',
    withdrawal_count: 'Withdrawals made', withdrawals: 'Withdrawals',
    qty_entries: 'Entries', pending: 'Pending', in_flight: 'In flight', paid: 'Paid', entry_value: 'Sum of entries',
  },
}
