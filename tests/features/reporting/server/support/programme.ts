import { closeDays } from '#features/commission/server/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildSubBrand,
  type BuiltRecord,
  partnerLevelId,
} from '#tests/support/builders.ts'
import { openOffice, type Office } from '#tests/support/office.ts'

/** A day after every event of these tests. */
export const presentMoment = new Date('2030-06-15T12:00:00Z')

/** One event of activity, as a test says it; the rest is filled in. */
export interface ActivityEvent {
  readonly link: BuiltRecord
  readonly type: string
  readonly day: string
  readonly player?: string
  readonly product?: string
  readonly amount?: string
}

/**
 * A server with a programme of two companies: partners on three levels, affiliates below each and below none, links of
 * each.
 */
export interface Programme extends Office {
  readonly companies: readonly BuiltRecord[]
  /** Two of the first company, one of the second. */
  readonly brands: readonly BuiltRecord[]
  /** Manager, promoter below it, partner below that; and a manager with nothing. */
  readonly partners: readonly BuiltRecord[]
  /** On the manager, the promoter, the partner, nobody; the last one works for the second company. */
  readonly affiliates: readonly BuiltRecord[]
  /** One link an affiliate, and a second of the first affiliate for the second brand. */
  readonly links: readonly BuiltRecord[]
  /** Sends events as a brand's platform does. @throws Error where one is not taken */
  send(events: readonly ActivityEvent[]): Promise<void>
  /** The daily close. */
  closeDays(from: string, to?: string): Promise<void>
}

let serial = 0

/** Opens it; nothing has happened yet. @param variables of the operator @param now the clock of the office */
export async function openProgramme({
  variables = {},
  now = () => presentMoment,
}: { variables?: Record<string, string>; now?: () => Date } = {}): Promise<Programme> {
  const office = await openOffice({ variables, now })
  const { root } = office
  const companies = [await buildCompany(root), await buildCompany(root)]
  const brands: BuiltRecord[] = []
  for (const company of [companies[0]!, companies[0]!, companies[1]!])
    brands.push(await buildBrand(root, { company: company.id }))
  const company = companies[0]!.id
  /** Each company has a profile of the same terms. */
  const profileOf = async (owner: number) => {
    const rewards = [
      await buildReward(root, { company: owner, productType: 'bets', percentage: 30, adminFee: 12.5 }),
      await buildReward(root, { company: owner, productType: 'games', subType: 'ggr', percentage: 20, adminFee: 3.33 }),
      await buildReward(root, {
        company: owner,
        productType: 'lotto',
        subType: 'turnover',
        percentage: 7.77,
        adminFee: 10,
      }),
      await buildReward(root, { company: owner, productType: 'cpa', value: 25 }),
    ]
    return (await buildRewardProfile(root, { rewards: rewards.map(({ id }) => id) })).id
  }
  const [rewardProfile, otherProfile] = [await profileOf(company), await profileOf(companies[1]!.id)]
  const manager = await buildPartner(root, { company, percentage: 30, abatement: 10 })
  const promoter = await buildPartner(root, {
    partnerLevel: await partnerLevelId(root, 2, company),
    parent: manager.id,
    percentage: 20,
  })
  const partner = await buildPartner(root, {
    partnerLevel: await partnerLevelId(root, 3, company),
    parent: promoter.id,
    percentage: 10,
  })
  const partners = [manager, promoter, partner, await buildPartner(root, { company })]
  const affiliates: BuiltRecord[] = []
  for (const [index, hangsOn] of [manager, promoter, partner, null, null].entries()) {
    affiliates.push(
      await buildAffiliate(root, {
        rewardProfile: index === 4 ? otherProfile : rewardProfile,
        partner: hangsOn?.id ?? null,
        brands: index === 4 ? [brands[2]!.id] : [brands[0]!.id, brands[1]!.id],
      }),
    )
  }
  const campaigns = [
    await buildCampaign(root, { brand: brands[0]!.id }),
    await buildCampaign(root, { brand: brands[1]!.id }),
    await buildCampaign(root, { brand: brands[2]!.id }),
  ]
  await buildSubBrand(root, { brand: brands[0]!.id, partners: [promoter.id] })
  const links: BuiltRecord[] = []
  for (const [index, affiliate] of affiliates.entries())
    links.push(await buildAction(root, { campaign: campaigns[index === 4 ? 2 : 0]!.id, affiliate: affiliate.id }))
  links.push(await buildAction(root, { campaign: campaigns[1]!.id, affiliate: affiliates[0]!.id }))

  const keys = new Map<number, string>()
  for (const brand of brands)
    keys.set(brand.id, (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key as string)
  const brandOf = (link: BuiltRecord) => campaigns.find(({ id }) => id === link.campaign)!.brand as number
  return {
    ...office,
    companies,
    brands,
    partners,
    affiliates,
    links,
    async send(events) {
      for (const [brand, ofBrand] of Map.groupBy(events, ({ link }) => brandOf(link))) {
        const body = ofBrand.map(({ link, type, day, player, product, amount }) => ({
          event_id: `event-${(serial += 1)}`,
          type,
          occurred_at: `${day}T10:00:00Z`,
          player_ref: player ?? `player-of-${link.token}`,
          action_token: link.token,
          product: product ?? '',
          amount: amount ?? '',
        }))
        const answer = await office.nobody.post('/ingest/events', body, { authorization: `Bearer ${keys.get(brand)}` })
        if (answer.status !== 200 || answer.body.accepted !== body.length)
          throw new Error(`Not taken: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    },
    async closeDays(from, to = from) {
      await closeDays({ database: office.database, environment: office.environment, from, to, now, log: () => {} })
    },
  }
}
