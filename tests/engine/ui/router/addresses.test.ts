import { describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { fromAddress, targetAddress, toAddress } from '#engine/ui/router/addresses.ts'

describe('addresses of records', () => {
  it.each([
    ['/affiliate', '/registers/affiliate/list'],
    ['/affiliate/create', '/registers/affiliate/create'],
    ['/affiliate/12', '/registers/affiliate/12'],
    ['/rewardProfile', '/registers/reward/profile/list'],
    ['/rewardProfile/create', '/registers/reward/profile/create'],
    ['/rewardProfile/7', '/registers/reward/profile/7'],
    ['/reward/7', '/registers/reward/7'],
    ['/subBrand', '/registers/subBrand/list'],
    ['/entry', '/financial/entries'],
    ['/activityLog', '/management/sys_activity_log'],
  ])('%s inside is %s outside, and back', (inside, outside) => {
    expect(toAddress(inside)).toBe(outside)
    expect(fromAddress(outside)).toBe(inside)
  })

  it('leads from every entity to its list and back', () => {
    for (const name of Object.keys(resources)) expect(fromAddress(toAddress(`/${name}`))).toBe(`/${name}`)
  })

  it.each(['/reports/affiliate/activity', '/reports/general/v2/abc', '/home', '/404', '/financial/affiliate/payment'])(
    'leaves %s as it is',
    (path) => {
      expect(toAddress(path)).toBe(path)
      expect(fromAddress(path)).toBe(path)
    },
  )

  it('leaves an address that is one already', () => {
    expect(toAddress('/registers/affiliate/list')).toBe('/registers/affiliate/list')
  })

  it.each(['/affiliate', '/affiliate/12', '/registers/affiliate', '/'])('finds no page at %s', (address) => {
    expect(fromAddress(address)).toBe(`/-${address}`)
    if (address !== '/') expect(toAddress(fromAddress(address))).toBe(address)
  })

  it('takes an address with a slash at its end for the same page', () => {
    expect(fromAddress('/registers/affiliate/list/')).toBe('/affiliate')
    expect(fromAddress('/reports/general/v2/')).toBe('/reports/general/v2')
  })
})

describe('the target of a link', () => {
  it.each([
    ['/affiliate/12?tab=1#top', '/registers/affiliate/12?tab=1#top'],
    ['?page=2', '/registers/campaign/list?page=2'],
    ['#top', '/registers/campaign/list#top'],
  ])('%s, seen from the list of campaigns, is %s', (to, address) => {
    expect(targetAddress(to, '/campaign')).toBe(address)
  })

  it('keeps query and hash of a target in parts', () => {
    expect(targetAddress({ pathname: '/affiliate/create', search: '?source=1' }, '/campaign')).toEqual({
      pathname: '/registers/affiliate/create',
      search: '?source=1',
    })
    expect(targetAddress({ search: '?page=3' }, '/campaign')).toEqual({
      pathname: '/registers/campaign/list',
      search: '?page=3',
    })
  })
})
