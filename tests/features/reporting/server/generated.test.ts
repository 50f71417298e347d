import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { expect } from 'vitest'
import { openProgramme, type Programme } from './support/programme.ts'
import { expectFilesAgree } from './support/files.ts'
import { ask, eventSums, expectAgreement, picked } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
})
afterAll(() => programme.close())

const products = ['bets', 'games', 'lotto'] as const
const generatedEvent = (links: number) =>
  fc.record({
    link: fc.nat({ max: links - 1 }),
    kind: fc.constantFrom(
      ...products.flatMap((product) => ['bet', 'win', 'bonus', 'chargeback'].map((type) => ({ type, product }))),
      ...['click', 'registration', 'deposit', 'withdrawal'].map((type) => ({ type, product: undefined })),
    ),
    day: fc.integer({ min: 1, max: 28 }),
    player: fc.nat({ max: 3 }),
    cents: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 100_000_000 })),
  })

test('whatever happens, at whatever amounts: reports agree with each other, with their rows, with the events and with their files', async () => {
  let month = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(generatedEvent(programme.links.length), { minLength: 1, maxLength: 60 }),
      async (generated) => {
        // Each case has a month of its own.
        month += 1
        const first = new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 7)
        const range = `from=${first}-01&to=${first}-28`
        await programme.send(
          generated.map(({ link, kind, day, player, cents }) => ({
            link: programme.links[link]!,
            type: kind.type,
            day: `${first}-${String(day).padStart(2, '0')}`,
            player: `${first}-${link}-${player}`,
            ...(kind.product ? { product: kind.product } : {}),
            ...(kind.type === 'click' || kind.type === 'registration'
              ? {}
              : { amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}` }),
          })),
        )
        await programme.closeDays(`${first}-01`, `${first}-28`)
        const total = await expectAgreement(programme.root, range)
        const expected = await eventSums(
          programme,
          sql`day between ${`${first}-01`}::text::date and ${`${first}-28`}::text::date`,
        )
        expect(picked(total, Object.keys(expected))).toEqual(expected)
        expect((await ask(programme.root, 'paymentByAffiliate', range)).total.entry_value).toBe(total.affiliate_reward)
        await expectAgreement(programme.root, `${range}&product=${products[month % 3]}&level=1`)
        await expectFilesAgree(programme.root, range)
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
