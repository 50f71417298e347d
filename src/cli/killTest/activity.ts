import { addDays, addMonths, businessDay, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney } from '#engine/values/money.ts'
import type { ServerVictim } from './serverProcess.ts'

/** An affiliate that is paid automatically, with its link and key. */
export interface KillAffiliate {
  readonly id: number
  readonly key: string
  readonly token: string
}

/** Events that are sent together, again and again until they are acknowledged. */
export interface Batch {
  readonly events: readonly object[]
  isAcknowledged: boolean
}

/** What is acted on. */
export interface KillWorld {
  readonly affiliates: readonly KillAffiliate[]
  readonly ingestKey: string
  /** Days of the month before this one: they are over, and a late event becomes an adjustment. */
  readonly from: string
  readonly to: string
  readonly batches: Batch[]
  /** What each affiliate's days must add up to, turnover less payout, by token. */
  readonly ggr: Map<string, Decimal>
}

const affiliateCount = 30
const days = 10
const batchSize = 100
/** Percent of ngr that every affiliate earns. */
const percentage = 30

async function make(server: ServerVictim, resource: string, values: object): Promise<any> {
  const answer = await server.post(`/api/${resource}`, values)
  if (answer?.status !== 200) throw new Error(`${resource} was refused: ${JSON.stringify(answer)}`)
  return answer.body
}

function cpfOf(number: number): string {
  const base = String(100_000_000 + number * 7919).padStart(9, '0')
  const digit = (text: string) => {
    const sum = [...text].reduce((total, each, index) => total + Number(each) * (text.length + 1 - index), 0)
    return sum % 11 < 2 ? '0' : String(11 - (sum % 11))
  }
  return base + digit(base) + digit(base + digit(base))
}

async function makeProfile(server: ServerVictim, company: number): Promise<number> {
  const rewards: number[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa']) {
    const rule =
      productType === 'cpa'
        ? {
            subType: 'player',
            value: 0,
            triggerCondition: 'first_deposit',
            triggerOperation: 'first',
            triggerComparison: '>= 1',
          }
        : { subType: 'ngr', percentage, adminFee: 0 }
    rewards.push(
      (
        await make(server, 'reward', {
          company,
          name: `Kill ${productType}`,
          productType,
          calculation: 'fixed',
          ...rule,
        })
      ).id,
    )
  }
  return (await make(server, 'rewardProfile', { company, name: 'Kill', rewards })).id
}

/** Makes a brand, affiliates with links, and an ingest key. */
export async function makeWorld(server: ServerVictim): Promise<KillWorld> {
  const company = await make(server, 'company', { name: 'Kill' })
  const brand = await make(server, 'brand', { name: 'Kill', site: 'https://kill.example', company: company.id })
  const campaign = await make(server, 'campaign', { name: 'Kill', brand: brand.id })
  const rewardProfile = await makeProfile(server, company.id)
  const affiliates: KillAffiliate[] = []
  for (let number = 1; number <= affiliateCount; number += 1) {
    const [cpf, key] = [cpfOf(number), `kill${number}@example.com`]
    const { id } = await make(server, 'affiliate', {
      company: company.id,
      name: `Kill ${number}`,
      cpf,
      document: cpf,
      documentType: 'cpf',
      email: key,
      rewardProfile,
      brands: [brand.id],
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: key,
    })
    affiliates.push({
      id,
      key,
      token: (await make(server, 'action', { name: `Kill ${number}`, campaign: campaign.id, affiliate: id })).token,
    })
  }
  const { key: ingestKey } = await make(server, `brand/${brand.id}/ingest_key`, {})
  const from = addMonths(startOfMonth(businessDay({ at: new Date() })), -1)
  return {
    affiliates,
    ingestKey,
    from,
    to: addDays(from, days - 1),
    batches: [],
    ggr: new Map(affiliates.map(({ token }) => [token, new Decimal(0)])),
  }
}

/**
 * Bets and wins of random affiliates and days; an affiliate never loses more than it wins, so that all of it can be
 * paid.
 */
export function addBatch(world: KillWorld): Batch {
  const number = world.batches.length
  const events = Array.from({ length: batchSize }, (_, index) => {
    const { token } = world.affiliates[Math.floor(Math.random() * world.affiliates.length)]!
    const isWin = index % 3 === 2
    const amount = roundMoney(isWin ? 5 * Math.random() : 20 + 80 * Math.random())
    world.ggr.set(token, world.ggr.get(token)!.plus(isWin ? -Number(amount) : amount))
    const day = addDays(world.from, Math.floor(Math.random() * days))
    return {
      event_id: `kill-${number}-${index}`,
      type: isWin ? 'win' : 'bet',
      occurred_at: `${day}T12:00:00Z`,
      player_ref: `player-${token}`,
      action_token: token,
      product: 'bets',
      amount: Number(amount),
      currency: 'BRL',
    }
  })
  const batch: Batch = { events, isAcknowledged: false }
  world.batches.push(batch)
  return batch
}

/** Sends a batch. @returns what it was answered, null where nobody did */
export async function sendBatch(
  server: ServerVictim,
  world: KillWorld,
  batch: Batch,
): Promise<{ accepted: number; duplicates: number } | null> {
  const answer = await server.post('/ingest/events', batch.events, { authorization: `Bearer ${world.ingestKey}` })
  if (answer && answer.status !== 200) throw new Error(`Ingest refused: ${JSON.stringify(answer)}\n${server.output()}`)
  if (answer) batch.isAcknowledged = true
  return answer?.body ?? null
}

/** What an affiliate has earned in the month, by the events that were made. */
export function expectedOf(world: KillWorld, affiliate: KillAffiliate): Money {
  return roundMoney(world.ggr.get(affiliate.token)!.times(percentage).dividedBy(100))
}
