import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '../../../resources/reports/index.ts'
import { openProgramme, type Programme } from './support/programme.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const [first, second, third, free, other, again] = programme.links
  await programme.send([
    { link: first!, type: 'click', day: '2030-03-01' }, { link: first!, type: 'registration', day: '2030-03-01' }, { link: first!, type: 'deposit', day: '2030-03-02', amount: '100.10' },
    { link: first!, type: 'bet', day: '2030-03-02', product: 'bets', amount: '100.10' }, { link: first!, type: 'win', day: '2030-03-03', product: 'bets', amount: '33.33' },
    { link: first!, type: 'bet', day: '2030-03-03', product: 'games', amount: '50.01' }, { link: first!, type: 'bonus', day: '2030-03-03', product: 'games', amount: '5.55' },
    { link: again!, type: 'bet', day: '2030-03-03', product: 'bets', amount: '10.00' },
    { link: second!, type: 'bet', day: '2030-03-02', product: 'lotto', amount: '20.00' }, { link: second!, type: 'win', day: '2030-03-05', product: 'lotto', amount: '3.00' },
    { link: third!, type: 'bet', day: '2030-03-31', product: 'bets', amount: '1000.00' }, { link: third!, type: 'chargeback', day: '2030-03-31', product: 'bets', amount: '7.07' },
    { link: free!, type: 'bet', day: '2030-03-15', product: 'games', amount: '80.00' },
    { link: other!, type: 'bet', day: '2030-03-15', product: 'bets', amount: '400.00' },
  ])
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const march = 'from=2030-03-01&to=2030-03-31'

describe('reports', () => {
  test.each(Object.keys(reports))('%s answers rows, total, range, zone and the newest event', async (name) => {
    const { status, body } = await programme.root.get(`/api/report/${name}?${march}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ from: '2030-03-01', to: '2030-03-31', zone: 'UTC', upTo: '2030-03-31T10:00:00.000Z' })
    expect(body.rows.length).toBeGreaterThan(0)
  })
})
