import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutGateways } from '#features/payouts/server/disbursement/chooseGateway.ts'
import { buildCompany } from '#tests/support/builders.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
beforeAll(async () => {
  office = await openPayoutOffice()
})
afterAll(() => office.close())

describe('the gateways of a server', () => {
  const withSettings = (names: readonly string[]) =>
    payoutGateways({
      ...office.context,
      environment: {
        ...office.environment,
        payoutGateways: Object.fromEntries(names.map((name) => [name, { url: 'http://127.0.0.1:9', secret: 'one' }])),
      },
    })

  it('are those that the operator gave settings for, else the sandbox alone', () => {
    expect([...payoutGateways(office.context).keys()]).toEqual(['sandbox'])
    expect([...withSettings(['PAYOUT_GATEWAY']).keys()]).toEqual(['http'])
  })
  it('are none that nobody declared: settings of such a one are refused', () => {
    expect(() => withSettings(['PAYOUT_GATEWAY_OTHER'])).toThrow(/^PAYOUT_GATEWAY_OTHER_URL is set, but no gateway/)
  })
  it('are not chosen by a company as long as they have no settings', async () => {
    const root = await office.asRoot()
    const company = await buildCompany(root)
    const answer = await root.put(`/api/company/${company.id}`, { gateway: 'http' })
    expect([answer.status, answer.body.details.gateway]).toEqual([
      400,
      [{ code: 'gateway_not_set_up', values: { settings: 'PAYOUT_GATEWAY' } }],
    ])
  })
})
