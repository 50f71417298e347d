import { describe, expect, it } from 'vitest'
import { profiles, roleKeys } from '#resources/roles.ts'
import { isCurrentEntry } from '#engine/ui/shell/menu/MenuLink.tsx'
import { menuColumns, menuSections, visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'

const entriesOf = (reader: Parameters<typeof visibleMenu>[0]) =>
  Object.fromEntries(visibleMenu(reader).map(({ name, entries }) => [name, entries.map((entry) => entry.name)]))

const openReports = ['affiliateDetail', 'generalV2', 'partners', 'lottery', 'cpa']

describe('the menu of a person', () => {
  it('has the six groups of the specification, each beginning with its entries there', () => {
    const groups = visibleMenu({ roles: [], root: true })
    expect(groups.map((group) => [group.name, menuSections(group)[0]!.entries.map(({ name }) => name)])).toEqual([
      ['principal', ['home']],
      ['registers', ['brand', 'subBrand', 'reward', 'rewardProfile', 'user']],
      ['advertising', ['campaign', 'affiliate', 'action', 'partnerLevel']],
      ['financial', ['paymentByAffiliate', 'entries']],
      ['reports', ['affiliateActivity', ...openReports]],
      ['management', ['activityLog']],
    ])
  })

  it('has every further page beside them under a title, in columns of whole sections', () => {
    const financial = visibleMenu({ roles: [], root: true }).find(({ name }) => name === 'financial')!
    expect(
      menuColumns(financial).map((column) =>
        column.map(({ title, entries }) => [title, ...entries.map(({ name }) => name)]),
      ),
    ).toEqual([
      [[null, 'paymentByAffiliate', 'entries']],
      [
        ['pay', 'payment', 'reconciliation', 'taxes'],
        ['close', 'period', 'correction'],
      ],
      [['prove', 'statement', 'ledger', 'pastPayment']],
    ])
  })

  it('has no title of which no page is left, and begins with a title where nothing else is', () => {
    const [group] = visibleMenu({ roles: ['manager'] }).filter(({ name }) => name === 'management')
    expect(menuColumns(group!).map((column) => column.map(({ title }) => title))).toEqual([['integrations']])
  })

  it('shows the entries of whoever holds all their roles', () => {
    expect(entriesOf({ roles: ['campaign', 'affiliate'], root: false })).toEqual({
      registers: ['termsAcceptance'],
      advertising: [
        'campaign',
        'affiliate',
        'application',
        'affiliateSite',
        'affiliateUser',
        'announcement',
        'affiliateTag',
        'media',
      ],
      reports: openReports,
    })
  })

  it('hides an entry of which one role is missing', () => {
    expect(entriesOf({ roles: ['paymentByAffiliate'] })).not.toHaveProperty('financial')
    expect(entriesOf({ roles: ['financial'] })['financial']).not.toContain('paymentByAffiliate')
    expect(entriesOf({ roles: ['financial', 'paymentByAffiliate'] })['financial']).toContain('paymentByAffiliate')
  })

  it('shows entries without roles to everyone who is signed in', () => {
    expect(entriesOf({ roles: [] })).toEqual({ reports: openReports })
  })

  it('keeps the log for the root user, whatever the roles', () => {
    expect(entriesOf({ roles: roleKeys, root: false })['management']).not.toContain('activityLog')
    expect(entriesOf({ roles: [], root: true })['management']![0]).toBe('activityLog')
  })

  it('leads to nothing that the company switched off, for root neither', () => {
    const reader = { roles: [], root: true, switchedOff: ['risk', 'ledger', 'media', 'moreReports'] } as const
    const names = visibleMenu(reader).flatMap(({ entries }) => entries.map(({ name }) => name))
    expect(names.filter((name) => ['risk', 'ledger', 'media', 'cohorts'].includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['statement', 'promoCode', 'lottery']))
  })

  it('is empty without a list of roles', () => {
    expect(visibleMenu({ root: false })).toEqual([])
    expect(visibleMenu({ roles: null, root: true })).toEqual([])
  })

  it.each([
    ['Manager', ['principal', 'registers', 'advertising', 'financial', 'reports', 'management']],
    ['Promoter', ['principal', 'registers', 'advertising', 'reports']],
    ['Partner', ['principal', 'financial', 'reports']],
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
