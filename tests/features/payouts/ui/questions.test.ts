import { describe, expect, it } from 'vitest'
import { pagesFor } from '#engine/ui/router/pagesFor.ts'
import { readPaging } from '#engine/ui/queryPage/pageSizes.ts'
import {
  chosenPlace,
  geolocationPath,
  readGeolocationQuery,
} from '#features/tracking/ui/geolocation/geolocationQuery.ts'
import { groupPlaces } from '#features/tracking/ui/geolocation/groupPlaces.ts'
import { ownersPath, readOwnersQuery } from '#features/payouts/ui/payees/filters/payeesQuery.ts'
import { readUnattributedQuery, unattributedPath } from '#features/activity/ui/unattributed/useUnattributed.ts'
import { lastMonths } from '#features/deals/ui/whatIf/lastMonths.ts'

const addressOf = (text: string) => (name: string) => new URLSearchParams(text).get(name) ?? ''

describe('who may open the pages about money and activity', () => {
  const names = (roles: string[], more: object = {}) =>
    pagesFor({ kind: 'user', root: false, roles: new Set(roles), partner: null, ...more } as never).map(
      ({ name }) => name,
    )

  it('payments and reconciliation need both roles', () => {
    expect(names(['financial'])).toEqual(['ledger', 'taxes'])
    expect(names(['financial', 'paymentByAffiliate'])).toEqual(['ledger', 'payments', 'reconciliation', 'taxes'])
  })
  it('events of nobody are for staff with brands or managers, not for a partner’s people', () => {
    expect(names(['manager'])).toEqual(['unattributed'])
    expect(names(['brand'], { partner: 3 })).toEqual(['feeds'])
  })
  it('jobs are for root, who opens all of them', () => {
    expect(names([], { root: true })).toEqual([
      'feeds',
      'geolocation',
      'linkMisses',
      'features',
      'jobs',
      'ledger',
      'migration',
      'payments',
      'reconciliation',
      'trace',
      'risk',
      'studio',
      'statement',
      'taxes',
      'unattributed',
    ])
  })
})

describe('what stands in the address', () => {
  it('asks for owners, and is forgiven what cannot be read', () => {
    expect(
      ownersPath(
        readOwnersQuery(addressOf('kind=partner&status=failed,late,held&brand=7&q= ana &sort=-name&page=3&size=50')),
      ),
    ).toBe('/api/payment/owners?sort=-name&from=100&to=149&kind=partner&status=failed%2Cheld&brand=7&q=ana')
    expect(ownersPath(readOwnersQuery(addressOf('kind=x&brand=-1&sort=cpf&page=0&size=7')))).toBe(
      '/api/payment/owners?sort=-dueValue&from=0&to=24',
    )
  })
  it('pages lists by sizes that are offered', () => {
    expect(readPaging(addressOf('page=4&size=100'))).toEqual({ page: 4, size: 100 })
    expect(readPaging(addressOf('page=x&size=1000'))).toEqual({ page: 1, size: 25 })
  })
  it('asks for events of nobody in the dialect of lists', () => {
    expect(
      decodeURIComponent(unattributedPath(readUnattributedQuery(addressOf('brand=2&reason=no_player&page=2')))),
    ).toBe('/api/event/unattributed?range=[25,49]&filter={"brand":2,"reason":"no_player"}')
    expect(readUnattributedQuery(addressOf('brand=two&reason=late'))).toMatchObject({ brand: null, reason: '' })
  })
  it('groups places by what is finer than the last chosen one', () => {
    const read = (text: string) => readGeolocationQuery(addressOf(text), '2026-11-21')
    expect(read('')).toMatchObject({
      by: 'country',
      measure: 'clicks',
      period: { from: '2026-10-23', to: '2026-11-21' },
    })
    expect(read('country=BR')).toMatchObject({ by: 'state' })
    expect(read('country=BR&state=SP&city=Santos')).toMatchObject({ by: 'domain' })
    expect(read('country=BR&by=domain&measure=ftd')).toMatchObject({ by: 'domain', measure: 'ftd' })
    expect(geolocationPath(read('from=2026-11-01&to=2026-11-02&action=3,x,5&country=BR'))).toBe(
      '/api/action/geolocation?from=2026-11-01&to=2026-11-02&action=3%2C5&country=BR',
    )
  })
  it('forgets state and city when another country is chosen', () => {
    expect(chosenPlace('country', 'PT')).toEqual({ country: 'PT', state: '', city: '', by: '' })
    expect(chosenPlace('domain', 'a.example')).toEqual({ domain: 'a.example', by: '' })
  })
})

describe('ranked places', () => {
  const row = (domain: string | null, state: string | null, clicks: number, deposits: number) => ({
    domain,
    country: 'BR',
    state,
    city: null,
    clicks,
    registrations: 0,
    ftd: 0,
    deposit_count: 0,
    deposits,
  })
  const rows = [row('a', 'SP', 5, 0.1), row('b', 'SP', 2, 0.2), row('a', 'RJ', 6, 1), row('a', null, 1, 0)]

  it('add up to the total, the largest first, what is not known among them', () => {
    const total = { clicks: 14, registrations: 0, ftd: 0, deposit_count: 0, deposits: 1.3 }
    expect(
      groupPlaces({ rows, total }, 'state', 'clicks').map(({ place, clicks, deposits }) => [place, clicks, deposits]),
    ).toEqual([
      ['SP', 7, 0.3],
      ['RJ', 6, 1],
      [null, 1, 0],
    ])
    expect(groupPlaces({ rows, total }, 'state', 'deposits')[0]!.place).toBe('RJ')
  })
  it('show what the rows leave out as one line, last', () => {
    const total = { clicks: 20, registrations: 0, ftd: 0, deposit_count: 0, deposits: 1.3 }
    expect(groupPlaces({ rows, total }, 'domain', 'clicks').at(-1)).toMatchObject({
      isOthers: true,
      clicks: 6,
      deposits: 0,
    })
  })
})

describe('the months that can be tried', () => {
  it('go back from the present one, over the year', () => {
    expect(lastMonths('2026-02-21', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })
})
