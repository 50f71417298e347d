import type { ResourceMessages } from '../messages.ts'

const payment = { paymentType: 'Payment type', paymentKeyType: 'Payment key type', paymentKey: 'Payment key' }

export const resources: ResourceMessages = {
  company: {
    name: 'Company |||| Companies',
    empty: 'Companies own brands and employ the people who sign in here.',
    fields: {
      name: 'Name', calendar: 'Periods', twoStep: 'Two-step sign-in',
      stepUp: 'Code when paying and changing rates',
      approverApartDays: 'Days between changing an account and approving', approverAgeDays: 'Age of an approver’s account in days',
      approvalAbove: 'Second approval above' },
    sections: { identity: 'Identity', security: 'Security' },
    help: {
      calendar: 'How long the periods are that are checked and locked. A change holds from the next period on.',
      stepUp: 'Whoever pays, approves, or changes a rate, a formula, a payment key or a site sends a code of the authenticator. Required: nobody without one does.',
      approvalAbove: 'Payments above this amount need two people. Empty: none does.',
      approverApartDays: 'Who made or changed somebody’s account, or got theirs from them, approves nothing of theirs for so long. Empty or 0: not asked.',
      approverAgeDays: 'Younger accounts approve nothing. Empty or 0: not asked.',
    },
  },
  brand: {
    name: 'Brand |||| Brands',
    empty: 'A brand is what players know: a betting, gaming or lottery site.',
    fields: { name: 'Name', slug: 'Slug', site: 'Site', company: 'Company', currency: 'Currency', minimumPayout: 'Minimum payout' },
    sections: { identity: 'Identity', payment: 'Payment' },
    help: { slug: 'Left empty, it is made from the name.' },
  },
  period: {
    name: 'Period |||| Periods',
    empty: 'A period is a month, half a month or a week whose amounts one person checks and another locks.',
    fields: {
      company: 'Company', from: 'From', to: 'To', state: 'State', checkedBy: 'Checked by', checkedAt: 'Checked at', lockedBy: 'Locked by',
      lockedAt: 'Locked at', reopenReason: 'Why it was opened again',
    },
    sections: { days: 'Days' },
    help: { to: 'The last day, included. No day is in two periods.' },
  },
  redirectHost: {
    name: 'Redirect host |||| Redirect hosts',
    empty: 'A redirect host is where a brand’s tracking links may lead beside the brand’s own site.',
    fields: { host: 'Host', brand: 'Brand', reason: 'Reason' },
    sections: { identity: 'Identity' },
    help: { host: 'The host and everything below it, without an address on it: shop.brand.example' },
  },
  subBrand: {
    name: 'Sub brand |||| Sub brands',
    empty: 'A sub brand is a part of a brand with a site and partners of its own.',
    fields: { name: 'Name', slug: 'Slug', site: 'Site', brand: 'Brand', partners: 'Partners' },
    sections: { identity: 'Identity', partners: 'Partners' },
    help: { slug: 'Left empty, it is made from the name.' },
  },
  campaign: {
    name: 'Campaign |||| Campaigns',
    empty: 'A campaign is what affiliates advertise: a brand’s offer with its promo code.',
    fields: { name: 'Name', brand: 'Brand', promoCode: 'Promo code' },
    sections: { identity: 'Identity' },
  },
  affiliate: {
    name: 'Affiliate |||| Affiliates',
    empty: 'Affiliates bring players to your brands and earn a commission for it.',
    fields: {
      name: 'Name', company: 'Company', alias: 'Alias', token: 'Token', cpf: 'CPF', email: 'E-mail', documentType: 'Document type', document: 'Document', ...payment,
      rewardProfile: 'Reward profile', brands: 'Brands', partner: 'Partner', isComplete: 'Complete',
    },
    sections: { identity: 'Identity', commission: 'Commission', payment: 'Payment' },
    help: { token: 'Left empty, it is made for you. It cannot be changed later.', rewardProfile: 'A change holds from today on.', partner: 'A change holds from today on.' },
    actions: { setPaymentType: 'Set payment type' },
    done: { setPaymentType: 'Payment type set' },
  },
  action: {
    name: 'Action |||| Actions',
    empty: 'An action is a tracking link: one affiliate advertises one campaign in one place.',
    fields: {
      name: 'Name', campaign: 'Campaign', affiliate: 'Affiliate', subAffiliate: 'Sub affiliate', token: 'Token', utmMedium: 'utm medium', utmContent: 'utm content',
      domain: 'Domain', address: 'Tracking address',
    },
    sections: { identity: 'Identity', tracking: 'Tracking' },
    help: { domain: 'Where players land. Empty: the brand’s site.', token: 'Left empty, it is made for you. It cannot be changed later.' },
  },
  reward: {
    name: 'Reward |||| Rewards',
    empty: 'A reward says what is paid for one product: a share of a base, or a value for each qualified player.',
    fields: {
      name: 'Name', company: 'Company', slug: 'Slug', productType: 'Product type', subType: 'Base', calculation: 'Calculation', adminFee: 'Admin fee', percentage: 'Percentage', value: 'Value',
      currency: 'Currency', tiers: 'Tiers', tierMode: 'Tier mode', triggerCondition: 'Trigger condition', triggerOperation: 'Trigger operation', triggerComparison: 'Trigger comparison',
    },
    items: { tiers: { from: 'From', percentage: 'Percentage', value: 'Value' } },
    sections: { identity: 'Identity', calculation: 'Calculation', trigger: 'Trigger' },
    help: {
      currency: 'What its amounts (tiers, values, thresholds) are in; left empty, the currency of the company’s first brand.',
      triggerComparison: 'Written with the >= symbol, for example >= 100', productType: 'It cannot be changed later.', slug: 'Left empty, it is made from the name.',
    },
  },
  rewardProfile: {
    name: 'Reward profile |||| Reward profiles',
    empty: 'A reward profile holds four rewards, one of each product type.',
    fields: { name: 'Name', company: 'Company', rewards: 'Rewards', carryOver: 'Negative months' },
    sections: { identity: 'Identity', rewards: 'Rewards' },
    help: { rewards: 'Four rewards, each of a different product type.' },
  },
  partnerLevel: {
    name: 'Partner level |||| Partner levels',
    empty: 'A partner level is a rung of the hierarchy and the formula by which its partners earn.',
    fields: { name: 'Name', company: 'Company', level: 'Level', parent: 'Parent level', expression: 'Calculation expression', currency: 'Currency' },
    sections: { identity: 'Identity', calculation: 'Calculation' },
    help: {
      expression: 'A change holds from today on.',
      currency: 'What the amounts in the formula are in; left empty, the currency of the company’s first brand. A change holds from today on.',
    },
  },
  partner: {
    name: 'Partner |||| Partners',
    empty: 'Partners look after affiliates and earn a share of what they leave.',
    fields: { name: 'Name', company: 'Company', partnerLevel: 'Level', parent: 'Parent', token: 'Token', percentage: 'Percentage', abatement: 'Abatement', affiliates: 'Affiliates', ...payment },
    sections: { identity: 'Identity', commission: 'Commission', payment: 'Payment' },
    help: { percentage: 'A change holds from today on.' },
  },
  user: {
    name: 'User |||| Users',
    empty: 'Users are the people who sign in here.',
    fields: {
      name: 'Name', email: 'E-mail', password: 'Password', passwordConfirmation: 'Password confirmation', company: 'Company', allowedBrands: 'Allowed brands',
      profile: 'Profile', roles: 'Roles', language: 'Language', root: 'Root', partner: 'Partner', suspended: 'Suspended',
    },
    sections: { identity: 'Identity', rights: 'Rights' },
    help: { allowedBrands: 'Only records of these brands are visible.', profile: 'Fills in the roles; the roles decide.', partner: 'Only what is below this partner is visible.', suspended: 'Ends all sessions at once and refuses to sign in until it is lifted.' },
  },
  entry: {
    name: 'Entry |||| Entries',
    empty: 'Entries are what affiliates and partners earned, day by day. The daily close writes them.',
    fields: {
      day: 'Day', affiliate: 'Affiliate', partner: 'Partner', kind: 'Kind', value: 'Value', currency: 'Currency', status: 'Status', paymentMethod: 'Payment method', attempts: 'Payment attempts', lines: 'Lines',
      reason: 'Reason', requestedBy: 'Requested by', approvedBy: 'Approved by',
    },
    sections: { entry: 'Entry' },
  },
  payment: {
    name: 'Payment |||| Payments',
    empty: 'Payments are made for pending entries, automatically or by hand.',
    fields: {
      affiliate: 'Affiliate', partner: 'Partner', value: 'Value', currency: 'Currency', method: 'Method', state: 'State', entries: 'Entries', paidAt: 'Paid', reference: 'Reference', note: 'Note', attempts: 'Attempts',
      requestedBy: 'Requested by', awaitsApproval: 'Waits for approval', approvedBy: 'Approved by',
    },
    sections: { payment: 'Payment' },
  },
  activityLog: {
    name: 'Activity log |||| Activity log',
    empty: 'Everything that is done here leaves a line.',
    fields: {
      at: 'When', user: 'User', actor: 'Who', method: 'Method', url: 'Address called', operation: 'Operation', object: 'Object', objectId: 'Record', batch: 'Batch', address: 'From', changes: 'Changes',
    },
    items: { changes: { field: 'Field', before: 'Before', after: 'After' } },
    sections: { event: 'Event' },
  },
}
