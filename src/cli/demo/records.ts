import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { ResourceName } from '#resources/index.ts'
import { insertStartingCompany } from '#features/accounts/server/effects/startingCompany.ts'
import { insertStartingLevels } from '#features/partners/server/effects/startingLevels.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { createInWrite, inWrite } from '#engine/records/server/writePipeline.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import type { AppContext } from '#engine/server/context.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  demoActions,
  demoAffiliates,
  demoBrands,
  demoCampaigns,
  demoPartners,
  demoProfiles,
  demoRewards,
  demoStaff,
  demoSubBrands,
} from './cast.ts'
import { cpfOf } from './documents.ts'

/** The name of the demo's operations in the activity log; the first line of it says which days it fills. */
export const demoOperation = 'fillDemoData'

const actor = systemActor('demo')

type Ids = Map<string, number>

/**
 * Makes every register of the demo in one transaction, each as a person would have made it, and notes in the activity
 * log which days are to be filled.
 */
export async function makeDemoRecords(context: AppContext, days: { from: string; to: string }): Promise<void> {
  const batch = `demo-${days.to}`
  const request = {
    context,
    actor,
    resource: resources.brand as unknown as AnyResource,
    origin: 'http://localhost',
    batch,
  }
  await inWrite(request, async (write) => {
    const company = await useFirstCompany(write)
    const changes = [
      { field: 'from', before: null, after: days.from },
      { field: 'to', before: null, after: days.to },
    ]
    await logActivity(write.transaction, {
      actor,
      operation: demoOperation,
      object: 'company',
      objectId: company,
      changes,
      batch,
      at: context.now(),
    })
    const make = maker(write)
    const brands = await makeEach(make, 'brand', demoBrands, (brand) => ({ ...brand, company }))
    const rewards = await makeEach(make, 'reward', demoRewards, (reward) => ({ ...reward, company }))
    const profiles = await makeEach(make, 'rewardProfile', demoProfiles, ({ rewards: names, ...profile }) => ({
      ...profile,
      company,
      rewards: names.map((name) => rewards.get(name)!),
    }))
    const partners = await makePartners(make, write, company)
    await makeEach(make, 'subBrand', demoSubBrands, ({ brand, partner, ...subBrand }) => ({
      ...subBrand,
      brand: brands.get(brand)!,
      partners: [partners.get(partner)!],
    }))
    const affiliates = await makeAffiliates(make, { company, brands, profiles, partners })
    const campaigns = await makeEach(make, 'campaign', demoCampaigns, ({ brand, ...campaign }) => ({
      ...campaign,
      brand: brands.get(brand)!,
    }))
    await makeEach(make, 'action', demoActions, ({ campaign, affiliate, ...action }) => ({
      ...action,
      campaign: campaigns.get(campaign)!,
      affiliate: affiliates.get(affiliate)!,
    }))
    await makeStaff(make, { company, brands })
  })
}

type Make = (name: ResourceName, values: Record<string, unknown>) => Promise<number>

function maker(write: WriteRequest): Make {
  return async (name, values) =>
    Number(await createInWrite({ ...write, resource: resources[name] as unknown as AnyResource }, values))
}

async function makeEach<Item extends { name: string }>(
  make: Make,
  resource: ResourceName,
  items: readonly Item[],
  valuesOf: (item: Item) => Record<string, unknown>,
): Promise<Ids> {
  const ids: Ids = new Map()
  for (const item of items) ids.set(item.name, await make(resource, valuesOf(item)))
  return ids
}

/**
 * The company of the root user becomes the demo's: that person looks at it first. Its people, who are all new, approve
 * from the first day on.
 */
async function useFirstCompany({ transaction }: WriteRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with first as (select id from company order by id limit 1)
    update company set name = 'Grupo Horizonte', approval_above = 5000, approver_age_days = 0 from first
      where company.id = first.id returning company.id`.execute(transaction)
  if (rows[0]) return rows[0].id
  const made = await insertStartingCompany(transaction, { name: 'Grupo Horizonte', approverAgeDays: 0 })
  await insertStartingLevels(transaction, made)
  return made
}

async function makePartners(make: Make, { transaction }: WriteRequest, company: number): Promise<Ids> {
  const { rows } = await sql<{
    id: number
    level: number
  }>`select id, level from partner_level where company = ${company} order by level`.execute(transaction)
  const ids: Ids = new Map()
  for (const { level, parent, ...partner } of demoPartners) {
    const partnerLevel = rows.find((row) => row.level === level)!.id
    ids.set(
      partner.name,
      await make('partner', { ...partner, company, partnerLevel, parent: parent === null ? null : ids.get(parent)! }),
    )
  }
  return ids
}

async function makeAffiliates(
  make: Make,
  { company, brands, profiles, partners }: { company: number; brands: Ids; profiles: Ids; partners: Ids },
): Promise<Ids> {
  const ids: Ids = new Map()
  for (const [index, { partner, profile, brands: names, key, ...affiliate }] of demoAffiliates.entries()) {
    const cpf = cpfOf(700_100_200 + index * 37)
    const email = `${affiliate.alias}@afiliados.example`
    const paymentKey = { cpf, email, phone: `+5511987650${String(100 + index)}` }[key ?? 'cpf']
    const payment =
      key === null ? { paymentType: 'manual' } : { paymentType: 'automatic', paymentKeyType: key, paymentKey }
    ids.set(
      affiliate.name,
      await make('affiliate', {
        ...affiliate,
        ...payment,
        company,
        cpf,
        email,
        documentType: 'cpf',
        document: cpf,
        rewardProfile: profiles.get(profile)!,
        brands: names.map((name) => brands.get(name)!),
        partner: partner === null ? null : partners.get(partner)!,
      }),
    )
  }
  return ids
}

/** Staff to look at; nobody knows their passwords, root gives them one. */
async function makeStaff(make: Make, { company, brands }: { company: number; brands: Ids }): Promise<void> {
  for (const person of demoStaff) {
    const password = `${randomBytes(18).toString('base64url')}-Aa1`
    await make('user', {
      ...person,
      password,
      passwordConfirmation: password,
      company,
      allowedBrands: [...brands.values()],
    })
  }
}
