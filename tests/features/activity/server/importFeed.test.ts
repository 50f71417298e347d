import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFeed, type FeedRequest } from '#features/activity/server/feed/importFeed.ts'
import { FeedError } from '#features/activity/server/feed/feedError.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildRaw, unique } from './support/activity.ts'
import { comparable, feedText, football, lottery, monthlyTotals, writeFeed } from './support/feeds.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const select = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows
const load = (path: string, brandSlug: string, given: Partial<FeedRequest> = {}) =>
  importFeed({
    database: test.database,
    path,
    brandSlug,
    actor: systemActor('import'),
    zone: 'UTC',
    now: () => new Date('2026-11-20T12:00:00Z'),
    ...given,
  })
const brandId = async (slug: string) =>
  (await select(sql<{ id: number }>`select id from brand where slug = ${slug}`))[0]!.id

describe.each([
  ['football', football, 84_536, 7, 35],
  ['lottery', lottery, 231, 1, 8],
] as const)('the real feed of %s', (slug, feed, size, affiliates, actions) => {
  it.skipIf(!feed.isThere)(
    'adds up to what was computed apart, by link and month, and adds nothing when it is imported again',
    async () => {
      const first = await load(feed.path, slug, { createMissing: true })
      expect(first).toMatchObject({ rows: size, accepted: size, duplicates: 0, unattributed: 0, refused: [] })
      expect([first.made.brand, first.made.affiliates.length, first.made.actions.length]).toEqual([
        true,
        affiliates,
        actions,
      ])
      const brand = await brandId(slug)
      const expected = feed.expected()
      expect(comparable(await monthlyTotals(test.database, brand), expected)).toEqual(comparable(expected, expected))
      const before = await select(sql`select * from movement where brand = ${brand} order by day, action, product`)
      expect(await load(feed.path, slug, { createMissing: true })).toMatchObject({
        accepted: 0,
        duplicates: size,
        made: { brand: false, affiliates: [], actions: [] },
      })
      expect(await select(sql`select * from movement where brand = ${brand} order by day, action, product`)).toEqual(
        before,
      )
      expect(await verifyMovement(test.database.db)).toEqual([])
    },
    120_000,
  )
})

describe('a feed file', () => {
  const click = (action_token: string) => buildRaw({ type: 'click', action_token })

  it('is taken with a byte order mark, CRLF, quotes, columns in another order, and packed', async () => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    const columns = [
      'city',
      'amount',
      'type',
      'event_id',
      'occurred_at',
      'player_ref',
      'action_token',
      'product',
      'currency',
      'country',
      'state',
    ]
    const text = `﻿${feedText([{ ...click(token), city: '"São José, do ""Rio"""', state: 'SP', country: 'BR' }], { columns, lineEnd: '\r\n' })}`
    expect(await load(writeFeed(text), brand.slug)).toMatchObject({ rows: 1, accepted: 1, refused: [] })
    expect(await load(writeFeed(gzipSync(text), 'csv.gz'), brand.slug)).toMatchObject({ rows: 1, duplicates: 1 })
    expect(await select(sql`select city from event where brand = ${brand.id}`)).toEqual([
      { city: 'São José, do "Rio"' },
    ])
  })

  it.each([
    ['a missing column', feedText([]).replace(',amount', ''), 'names no column amount'],
    ['an unknown column', feedText([]).replace('city', 'town'), 'names no column city'],
    ['a column too many', feedText([]).replace('city', 'city,colour'), '"colour"'],
    ['a column named twice', feedText([]).replace('city', 'city,city'), 'column city twice'],
    ['no line at all', '', 'The file is empty'],
    [
      'a packing that is cut off',
      gzipSync(feedText([buildRaw({ type: 'click' })])).subarray(0, 40),
      'broken or cut off',
    ],
    [
      'other bytes than UTF-8',
      Buffer.from(feedText([buildRaw({ type: 'click', city: 'Sao' })]).replace('Sao', 'S\u00e3o'), 'latin1'),
      'not UTF-8',
    ],
    [
      'a quote that never ends',
      feedText([buildRaw({ type: 'click', city: '"Sao' })]),
      'Line 2 cannot be read: a quote (") is opened and never closed',
    ],
    [
      'a quote inside a value',
      feedText([buildRaw({ type: 'click', city: '"Sao"Paulo' })]),
      'Line 2 cannot be read: a quote (") stands where none may',
    ],
  ])('with %s is refused and says so', async (_, content, message) => {
    const brand = await buildBrand(test.database)
    const failure = await load(writeFeed(content), brand.slug).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FeedError)
    expect((failure as FeedError).message).toContain(message)
    expect((failure as FeedError).remark).not.toBeNull()
  })

  it('says which lines were refused and why, and takes the others', async () => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    const known = click(token)
    const events = [
      known,
      click('nobodys'),
      { ...click(token), type: 'clack' },
      { ...known, occurred_at: '2026-03-11T00:00:00Z' },
      { ...click(token), type: 'deposit', player_ref: 'p', amount: '1', currency: 'USD' },
    ]
    const report = await load(writeFeed(`${feedText(events)}too,short\n`), brand.slug)
    expect(report).toMatchObject({ rows: 6, accepted: 1 })
    expect(report.refused.map(({ line, code }) => [line, code])).toEqual([
      [3, 'unknown_action'],
      [4, 'invalid_type'],
      [5, 'event_conflict'],
      [6, 'currency_of_another'],
      [7, 'wrong_number_of_values'],
    ])
  })

  it('of an unknown brand is refused unless it may be made', async () => {
    await expect(load(writeFeed(feedText([])), 'nobody-knows')).rejects.toThrow('--create-missing')
  })
})

describe('an import that may make what is missing', () => {
  const feedOf = (...tokens: string[]) =>
    writeFeed(feedText(tokens.map((action_token) => buildRaw({ type: 'click', action_token }))))

  it('makes brand, campaign, affiliate and links, logged under one batch, the affiliate incomplete', async () => {
    const [slug, name] = [unique('new-brand-'), unique('aff')]
    await load(feedOf(`${name}-a`, `${name}-b`), slug, { createMissing: true })
    expect(
      await select(sql`select affiliate.token, affiliate.brands, affiliate.cpf, affiliate.reward_profile,
        action.token as link from action
      join affiliate on affiliate.id = action.affiliate where affiliate.token = ${name} order by link`),
    ).toEqual(
      ['a', 'b'].map((end) => ({
        token: name,
        brands: [expect.any(Number)],
        cpf: null,
        reward_profile: null,
        link: `${name}-${end}`,
      })),
    )
    const log = await select(sql<{ object: string; actor: string }>`select object, actor from activity_log
      where batch = (select batch from activity_log
        where object = 'brand' and object_id = ${String(await brandId(slug))}) order by id`)
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(['system:import']))
    expect(log.map(({ object }) => object)).toEqual(
      expect.arrayContaining(['brand', 'campaign', 'affiliate', 'action', 'action']),
    )
    expect(
      await select(
        sql`select valid_from::text from affiliate_history join affiliate on affiliate.id = record
          where token = ${name}`,
      ),
    ).toEqual([{ valid_from: '-infinity' }])
  })

  it('gives a profile to who has none, from the beginning of time, and has the close read their days again', async () => {
    const [slug, name, profile] = [unique('new-brand-'), unique('aff'), unique('Profile ')]
    await sql`insert into reward_profile (name) values (${profile})`.execute(test.database.db)
    await load(feedOf(`${name}-a`), slug, { createMissing: true })
    await expect(load(feedOf(`${name}-a`), slug, { profile })).rejects.toThrow(`no reward profile "${profile}"`)
    await sql`update reward_profile set company = (select company from brand where slug = ${slug})
      where name = ${profile}`.execute(test.database.db)
    const affiliate = await select(sql<{ id: number }>`select id from affiliate where token = ${name}`)
    await sql`delete from dirty_day where affiliate = ${affiliate[0]!.id}`.execute(test.database.db)
    await load(feedOf(`${name}-a`), slug, { profile, createMissing: true })
    expect(
      await select(sql`select history.valid_from::text, profile.name from affiliate_history history
        join reward_profile profile on profile.id = history.reward_profile
      where record = ${affiliate[0]!.id}`),
    ).toEqual([{ valid_from: '-infinity', name: profile }])
    expect(
      await select(sql`select count(*)::integer as days from dirty_day where affiliate = ${affiliate[0]!.id}`),
    ).toEqual([{ days: 1 }])
    await expect(load(feedOf('x'), slug, { profile: 'No such' })).rejects.toThrow('no reward profile "No such"')
  })

  it("refuses links that are another brand's, or whose affiliate works for another company", async () => {
    const [own, other] = [await buildBrand(test.database), await buildBrand(test.database)]
    const theirs = await buildAction(test.database, other)
    const [{ token } = { token: '' }] = await select(
      sql<{ token: string }>`select token from affiliate where id = ${theirs.affiliate}`,
    )
    const report = await load(feedOf(theirs.token, `${token}-new`, 'not a token'), own.slug, { createMissing: true })
    expect(report.refused.map(({ code }) => code)).toEqual([
      'action_of_another_brand',
      'affiliate_of_another_company',
      'invalid_action_token',
    ])
  })

  it('writes nothing in a dry run and reports what the real run then does', async () => {
    const [slug, name] = [unique('new-brand-'), unique('aff')]
    const registration = buildRaw({ type: 'registration', player_ref: unique('p'), action_token: `${name}-a` })
    const bet = buildRaw({
      type: 'bet',
      product: 'bets',
      amount: 3,
      player_ref: registration.player_ref,
      currency: 'EUR',
    })
    const waiting = buildRaw({ type: 'bet', product: 'bets', amount: 3, player_ref: unique('p') })
    const path = writeFeed(
      feedText([
        bet,
        bet,
        { ...bet, amount: 4 },
        registration,
        waiting,
        { ...bet, event_id: unique('ev'), currency: 'BRL' },
      ]),
    )
    const counts = () =>
      select(
        sql`select (select count(*) from brand) as brands, (select count(*) from affiliate) as affiliates,
          (select count(*) from event) as events, (select count(*) from activity_log) as lines`,
      )
    const before = await counts()
    const would = await load(path, slug, { createMissing: true, dryRun: true })
    expect(await counts()).toEqual(before)
    expect(would).toMatchObject({
      rows: 6,
      accepted: 3,
      duplicates: 1,
      unattributed: 1,
      made: { brand: true, affiliates: [name], actions: [`${name}-a`] },
    })
    expect(await load(path, slug, { createMissing: true })).toEqual(would)
  })
})
