import type { RoleKey } from '#resources/roles.ts'

/** What opens a page: all these roles; being signed in (`anybody`); the root flag. */
type Need = RoleKey | 'anybody' | 'root'

/** An address, what opens it for somebody signed in, and whether it opens without signing in. */
export interface Route {
  readonly path: string
  readonly needs: readonly Need[]
  readonly isPublic?: boolean
}

/** Whose pages are looked at. */
export interface Exhibits {
  readonly ids: Readonly<
    Record<
      | 'user'
      | 'affiliate'
      | 'action'
      | 'campaign'
      | 'reward'
      | 'rewardProfile'
      | 'brand'
      | 'partner'
      | 'partnerLevel'
      | 'subBrand'
      | 'redirectHost'
      | 'affiliateTag'
      | 'announcement'
      | 'pastPayment'
      | 'affiliateSite'
      | 'promoCode'
      | 'media'
      | 'signalTarget'
      | 'signalDelivery'
      | 'affiliateUser'
      | 'application'
      | 'terms'
      | 'termsAcceptance'
      | 'company'
      | 'payment'
      | 'period'
      | 'correction',
      number
    >
  >
  readonly partnerToken: string
  /** Whose sign-in asks for a second step and shows its picture; the password is `builtPassword`. */
  readonly enrollingEmail: string
}

/** Sign-in pages of the specification, section 2. */
export const entrancePaths = [
  '/',
  '/login',
  '/login/partner',
  '/login/affiliate',
  '/invitation',
  '/application',
] as const

const routes = (paths: readonly string[], needs: readonly Need[]): Route[] => paths.map((path) => ({ path, needs }))

/** Pages of the specification, section 2, that open for everybody. `/404` is the page that is not there. */
const publicRoutes: readonly Route[] = [
  '/404',
  '/reports/affiliate/detail',
  '/reports/partners',
  '/reports/lottery',
  '/reports/subIds',
  '/reports/cpa',
].map((path) => ({ path, needs: ['anybody'], isPublic: true }))

const registersOf = ({ ids }: Exhibits): readonly Route[] => [
  ...routes(['/registers/user/list', '/registers/user/create', `/registers/user/${ids.user}`], ['user']),
  ...routes(
    ['/registers/affiliate/list', '/registers/affiliate/create', `/registers/affiliate/${ids.affiliate}`],
    ['affiliate'],
  ),
  ...routes(['/registers/action/list', '/registers/action/create', `/registers/action/${ids.action}`], ['action']),
  ...routes(
    ['/registers/campaign/list', '/registers/campaign/create', `/registers/campaign/${ids.campaign}`],
    ['campaign'],
  ),
  ...routes(['/registers/reward/list', '/registers/reward/create', `/registers/reward/${ids.reward}`], ['reward']),
  ...routes(
    [
      '/registers/reward/profile/list',
      '/registers/reward/profile/create',
      `/registers/reward/profile/${ids.rewardProfile}`,
    ],
    ['rewardProfile'],
  ),
  ...routes(['/registers/brand/list', `/registers/brand/${ids.brand}`], ['brand']),
  ...routes(['/registers/partner/list', '/registers/partner/create', `/registers/partner/${ids.partner}`], ['partner']),
  ...routes(
    ['/registers/partnerLevel/list', '/registers/partnerLevel/create', `/registers/partnerLevel/${ids.partnerLevel}`],
    ['partnerLevel'],
  ),
  ...routes(
    ['/registers/subBrand/list', '/registers/subBrand/create', `/registers/subBrand/${ids.subBrand}`],
    ['subBrand'],
  ),
]

/** Every page of the specification, section 2, behind the entrance; those that only root opens come last. */
export const specifiedRoutes = (exhibits: Exhibits): readonly Route[] => [
  ...routes(['/home', '/dashboard'], ['home']),
  ...publicRoutes,
  ...routes(['/reports/general', '/reports/general/v2/', `/reports/general/v2/${exhibits.partnerToken}`], ['anybody']),
  ...routes(['/reports/affiliate/activity'], ['activityPerAffiliate']),
  ...routes(['/financial/entries'], ['entryByAffiliate']),
  ...routes(['/financial/affiliate/payment'], ['paymentByAffiliate', 'financial']),
  ...registersOf(exhibits),
  ...routes(['/management/sys_activity_log'], ['root']),
]

/** The tabs of the pages of records that declare some; the form is the specification's page. */
const recordTabs = (ids: Exhibits['ids']): readonly Route[] => {
  const of = (
    name: 'affiliate' | 'partner' | 'campaign' | 'brand' | 'reward' | 'rewardProfile',
    tabs: readonly string[],
    needs: readonly Need[] = [],
  ) =>
    routes(
      tabs.map((tab) => `/registers/${name === 'rewardProfile' ? 'reward/profile' : name}/${ids[name]}/${tab}`),
      [name, ...needs],
    )
  return [
    ...of('reward', ['versions']),
    ...of('reward', ['profiles'], ['rewardProfile']),
    ...of('reward', ['affiliates'], ['affiliate', 'rewardProfile']),
    ...of('rewardProfile', ['versions']),
    ...of('rewardProfile', ['affiliates'], ['affiliate']),
    ...of('affiliate', ['overview', 'promotion', 'deal']),
    ...of('affiliate', ['money'], ['entryByAffiliate']),
    ...of('affiliate', ['players'], ['activityPerAffiliate']),
    ...of('partner', ['overview', 'network', 'history']),
    ...of('partner', ['money'], ['entryByAffiliate']),
    ...of('campaign', ['overview']),
    ...of('campaign', ['links'], ['action']),
    ...of('campaign', ['affiliates'], ['activityPerAffiliate']),
    ...of('brand', ['overview']),
    ...of('brand', ['campaigns'], ['campaign']),
    ...of('brand', ['affiliates'], ['activityPerAffiliate']),
    ...of('brand', ['subBrands'], ['subBrand']),
  ]
}

/** Pages of ours beside the specification's; those that only root opens come last. */
export const ownRoutes = ({ ids }: Exhibits): readonly Route[] => [
  ...routes(['/management/migration'], ['affiliate', 'brand']),
  ...routes(
    ['/registers/affiliateTag/list', '/registers/affiliateTag/create', `/registers/affiliateTag/${ids.affiliateTag}`],
    ['affiliate'],
  ),
  ...routes(
    ['/registers/announcement/list', '/registers/announcement/create', `/registers/announcement/${ids.announcement}`],
    ['affiliate'],
  ),
  ...routes(
    ['/registers/redirectHost/list', '/registers/redirectHost/create', `/registers/redirectHost/${ids.redirectHost}`],
    ['brand'],
  ),
  ...routes(
    ['/financial/past_payment', '/financial/past_payment/create', `/financial/past_payment/${ids.pastPayment}`],
    ['financial'],
  ),
  ...routes(
    ['/registers/promo_code/list', '/registers/promo_code/create', `/registers/promo_code/${ids.promoCode}`],
    ['action'],
  ),
  ...routes(
    [
      '/registers/affiliate_site/list',
      '/registers/affiliate_site/create',
      `/registers/affiliate_site/${ids.affiliateSite}`,
    ],
    ['affiliate'],
  ),
  ...routes(['/registers/media/list', '/registers/media/create', `/registers/media/${ids.media}`], ['campaign']),
  ...routes(['/registers/terms/list', '/registers/terms/create', `/registers/terms/${ids.terms}`], ['rewardProfile']),
  ...routes([`/registers/terms/${ids.terms}/acceptances`], ['rewardProfile', 'affiliate']),
  ...routes(
    [
      '/registers/termsAcceptance/list',
      '/registers/termsAcceptance/create',
      `/registers/termsAcceptance/${ids.termsAcceptance}`,
    ],
    ['affiliate'],
  ),
  ...routes(
    [
      '/registers/application/list',
      `/registers/application/${ids.application}`,
      '/registers/affiliateUser/list',
      '/registers/affiliateUser/create',
      `/registers/affiliateUser/${ids.affiliateUser}`,
    ],
    ['affiliate'],
  ),
  ...routes(
    [
      '/management/signal_target',
      '/management/signal_target/create',
      `/management/signal_target/${ids.signalTarget}`,
      `/management/signal_target/${ids.signalTarget}/deliveries`,
      '/management/signal_delivery',
      `/management/signal_delivery/${ids.signalDelivery}`,
    ],
    ['manager'],
  ),
  ...recordTabs(ids),
  ...routes(
    ['/reports/affiliates', '/reports/movement', '/reports/cohorts', '/reports/trace'],
    ['activityPerAffiliate'],
  ),
  ...routes(['/account', '/account/connect', '/downloads', '/management/trash'], ['anybody']),
  ...routes(
    [
      '/financial/payment',
      `/financial/payment/${ids.payment}`,
      '/financial/period',
      '/financial/period/create',
      `/financial/period/${ids.period}`,
      '/financial/correction',
      `/financial/correction/${ids.correction}`,
      '/financial/ledger',
      '/financial/taxes',
    ],
    ['financial'],
  ),
  ...routes(['/reports/payment', '/financial/reconciliation'], ['paymentByAffiliate', 'financial']),
  ...routes(['/management/risk'], ['financial', 'affiliate']),
  ...routes(['/financial/statement'], ['entryByAffiliate']),
  ...routes(['/registers/action/geolocation', '/registers/action/misses'], ['action']),
  ...routes([`/registers/brand/feeds?brand=${ids.brand}`, '/registers/brand/unattributed'], ['brand']),
  ...routes(['/registers/partner/hierarchy'], ['partner']),
  ...routes(
    [
      '/registers/company/list',
      '/registers/company/create',
      `/registers/company/${ids.company}`,
      '/registers/brand/create',
      '/management/personal_read',
      '/management/features',
      '/management/jobs',
      '/studio',
    ],
    ['root'],
  ),
]
