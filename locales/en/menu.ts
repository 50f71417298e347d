import type { MenuMessages, SystemMessages } from '../messages.ts'

export const menu: MenuMessages = {
  groups: { principal: 'Principal', registers: 'Registers', advertising: 'Advertising', financial: 'Financial', reports: 'Reports', management: 'Management', more: 'More' },
  entries: {
    home: 'Home', brand: 'Brands', subBrand: 'Sub brands', reward: 'Rewards', rewardProfile: 'Reward profiles', user: 'Users', campaign: 'Campaigns',
    affiliate: 'Affiliates', action: 'Actions', partnerLevel: 'Partner levels', paymentByAffiliate: 'Payment by affiliate', entries: 'Affiliate entries',
    affiliateActivity: 'Activity per affiliate', affiliateDetail: 'Detail by affiliate', generalV2: 'General report', partners: 'Partners demonstrative',
    lottery: 'Lotto report', cpa: 'CPA report', activityLog: 'Log',
    company: 'Companies', partner: 'Partners', hierarchy: 'Partner hierarchy', redirectHost: 'Redirect hosts', feeds: 'Feed files', geolocation: 'Actions by place', payment: 'Payments', period: 'Periods', reconciliation: 'Reconciliation', affiliates: 'Affiliates resume', movement: 'Movement', jobs: 'Jobs',
  },
}
export const system: SystemMessages = { id: 'Id', version: 'Version', createdAt: 'Created', updatedAt: 'Changed' }
