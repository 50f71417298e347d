import { languageNames } from '../languages.ts'
import type { ChoiceMessages } from '../messages.ts'

export const choices: ChoiceMessages = {
  documentType: { email: 'E-mail', cpf: 'CPF', cnpj: 'CNPJ', passport: 'Passport' },
  paymentType: { automatic: 'Automatic', manual: 'Manual' },
  paymentKeyType: { cpf: 'CPF', cnpj: 'CNPJ', email: 'E-mail', phone: 'Phone', random: 'Random key' },
  productType: { bets: 'Bets', games: 'Games', lotto: 'Lotto', cpa: 'CPA' },
  subType: { ngr: 'NGR', ggr: 'GGR', turnover: 'Turnover', player: 'Qualified player' },
  calculation: { fixed: 'Fixed', dynamic: 'Dynamic (tiers)' },
  tierMode: { marginal: 'Each slice at its own rate', whole: 'Everything at the highest rate reached' },
  triggerCondition: { registration: 'Registration', first_deposit: 'First deposit', deposit: 'Deposit', turnover: 'Turnover', ggr: 'GGR', bets: 'Number of bets' },
  triggerOperation: { first: 'First', sum: 'Sum', count: 'Count', max: 'Largest' },
  carryOver: { none: 'Every month starts at zero', full: 'A negative month carries over' },
  entryStatus: { pending: 'Pending', complete: 'Complete', awaiting_approval: 'Awaiting approval', declined: 'Declined' },
  entryKind: { commission: 'Commission', adjustment: 'Adjustment', advance: 'Advance' },
  paymentState: { created: 'Created', sent: 'Sent', settled: 'Settled', rejected: 'Rejected', unknown: 'Unknown', returned: 'Returned' },
  language: languageNames,
  role: {
    home: 'Dashboard', manager: 'Manager', user: 'Users', brand: 'Brands', subBrand: 'Sub brands', reward: 'Rewards', rewardProfile: 'Reward profiles',
    campaign: 'Campaigns', affiliate: 'Affiliates', action: 'Actions', partner: 'Partners', partnerLevel: 'Partner levels',
    activityPerAffiliate: 'Activity per affiliate', entryByAffiliate: 'Entries by affiliate', paymentByAffiliate: 'Payment by affiliate', financial: 'Financial',
  },
  profile: { Manager: 'Manager', Promoter: 'Promoter', Partner: 'Partner' },
  twoStep: { optional: 'Optional', required: 'Required' },
  stepUp: { optional: 'Optional', required: 'Required' },
  currency: { BRL: 'Brazilian real', USD: 'US dollar', EUR: 'Euro', GBP: 'Pound sterling' },
  fileFormat: { xlsx: 'Workbook (XLSX)', csv: 'CSV' },
  periodPreset: { thisMonth: 'This month', untilYesterday: 'This month to yesterday', lastMonth: 'Last month', last7: 'Last 7 days', yesterday: 'Yesterday', today: 'Today' },
  periodCalendar: { month: 'Month', halfMonth: 'Half month', week: 'Week' },
  periodState: { open: 'Open', checked: 'Checked', locked: 'Locked' },
  repetition: { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' },
  weekday: { monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday', friday: 'Friday', saturday: 'Saturday', sunday: 'Sunday' },
}
