import { describe, expect, it } from 'vitest'
import { profiles, roleKeys } from '#resources/roles.ts'
import { isCurrentEntry } from '#engine/ui/shell/menu/MenuLink.tsx'
import { visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'

const entriesOf = (reader: Parameters<typeof visibleMenu>[0]) =>
  Object.fromEntries(visibleMenu(reader).map(({ name, entries }) => [name, entries.map((entry) => entry.name)]))

const openReports = ['affiliateDetail', 'generalV2', 'partners', 'lottery', 'cpa']

/** Pages of ours, apart from the specification's menu. */
const activityPages = ['subIds', 'affiliates', 'movement']

describe('the menu of a person', () => {
  it('keeps the groups of the specification as they are, and puts other pages into one of their own behind them', () => {
    const groups = visibleMenu({ roles: [], root: true })
    expect(groups.map(({ name }) => name)).toEqual([
      'principal',
      'registers',
      'advertising',
      'financial',
      'reports',
      'management',
      'more',
    ])
    expect(groups.at(-1)!.entries.map(({ name }) => name)).toEqual([
      'company',
      'partner',
      'hierarchy',
      'redirectHost',
      'promoCode',
      'affiliateSite',
      'media',
      'terms',
      'termsAcceptance',
      'application',
      'affiliateUser',
      'feeds',
      'geolocation',
      'subIds',
      'payment',
      'period',
      'correction',
      'statement',
      'ledger',
      'taxes',
      'risk',
      'reconciliation',
      'affiliates',
      'movement',
      'signalTarget',
      'signalDelivery',
      'personalRead',
      'jobs',
    ])
    expect(
      visibleMenu({ roles: ['activityPerAffiliate'] })
        .at(-1)!
        .entries.map(({ name }) => name),
    ).toEqual(activityPages)
  })

  it('shows the entries of whoever holds all their roles', () => {
    expect(entriesOf({ roles: ['campaign', 'affiliate'], root: false })).toEqual({
      advertising: ['campaign', 'affiliate'],
      reports: openReports,
      more: ['affiliateSite', 'media', 'termsAcceptance', 'application', 'affiliateUser'],
    })
  })

  it('hides an entry of which one role is missing', () => {
    expect(entriesOf({ roles: ['paymentByAffiliate'] })).not.toHaveProperty('financial')
    expect(entriesOf({ roles: ['financial'] })).not.toHaveProperty('financial')
    expect(entriesOf({ roles: ['financial', 'paymentByAffiliate'] })['financial']).toEqual(['paymentByAffiliate'])
  })

  it('shows entries without roles to everyone who is signed in', () => {
    expect(entriesOf({ roles: [] })).toEqual({ reports: openReports })
  })

  it('keeps the log for the root user, whatever the roles', () => {
    expect(entriesOf({ roles: roleKeys, root: false })).not.toHaveProperty('management')
    expect(entriesOf({ roles: [], root: true })['management']).toEqual(['activityLog'])
  })

  it('is empty without a list of roles', () => {
    expect(visibleMenu({ root: false })).toEqual([])
    expect(visibleMenu({ roles: null, root: true })).toEqual([])
  })

  it.each([
    ['Manager', ['principal', 'registers', 'advertising', 'financial', 'reports', 'more']],
    ['Promoter', ['principal', 'advertising', 'reports', 'more']],
    ['Partner', ['principal', 'financial', 'reports', 'more']],
  ] as const)('has for the profile %s the groups %s', (profile, groups) => {
    expect(visibleMenu({ roles: profiles[profile] }).map(({ name }) => name)).toEqual(groups)
  })
})

describe('the entry that is marked', () => {
  const entry = (path: string) => ({ name: 'any', path, roles: [] })

  it('is the list on a page of one of its records', () => {
    expect(isCurrentEntry(entry('/registers/affiliate/list'), '/affiliate/12')).toBe(true)
  })

  it('is not the rewards on a page of reward profiles', () => {
    expect(isCurrentEntry(entry('/registers/reward/list'), '/rewardProfile')).toBe(false)
  })

  it('is the nearest one: the partner hierarchy, and not the list of partners above it', () => {
    expect(isCurrentEntry(entry('/registers/partner/hierarchy'), '/partner/hierarchy')).toBe(true)
    expect(isCurrentEntry(entry('/registers/partner/list'), '/partner/hierarchy')).toBe(false)
  })

  it('is the home on both addresses of the dashboard', () => {
    expect(isCurrentEntry(entry('/home'), '/dashboard')).toBe(true)
  })
})
