import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFeed, type FeedRequest } from '#features/activity/server/feed/importFeed.ts'
import { FeedError } from '#features/activity/server/feed/feedError.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
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
    ['a missing column', feedText([]).replace(',player_ref', ''), 'names no column player_ref'],
    ['a column named twice', feedText([]).replace('city', 'city,city'), 'column city twice'],
    ['no line at all', '', 'The file is empty'],
    [
      'a packing that is cut off',
      gzipSync(feedText([buildRaw({ type: 'click' })])).subarray(0, 40),
      'broken or cut off',
    ],
    [
      'letters of UTF-8 followed by bytes that are none',
      Buffer.concat([
        Buffer.from(feedText([buildRaw({ type: 'click', city: 'S\u00e3o' })])),
        Buffer.alloc(70_000, ' \n'),
        Buffer.from('S\u00e3o', 'latin1'),
      ]),
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

describe('a feed file as other tools export it', () => {
  const sums = (brand: number) =>
    select(
      sql`select day::text, product, turnover, payout, deposits, ftd::integer from movement where brand = ${brand}
        and (turnover + payout + deposits) > 0 order by day, product`,
    )
  async function brandWithLink() {
    const brand = await buildBrand(test.database)
    return { brand, ...(await buildAction(test.database, brand)) }
  }
  const semicolons = (token: string) =>
    [
      'event_id;type;occurred_at;player_ref;action_token;product;amount;currency;country;state;city',
      `x1;registration;26/11/2026 10:05;p;${token};;;;BR;MA;S\u00e3o Lu\u00eds`,
      'x2;deposit;26/11/2026 10:07;p;;;1.250,50;BRL;BR;;',
      'x3;bet;26/11/2026 23:30;p;;Cassino;100,00;BRL;BR;;',
      'x4;win;27/11/2026 00:10;p;;poker;1.087;BRL;BR;;',
      '',
    ].join('\r\n')

  it.each([
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-16 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without its mark', (text: string) => Buffer.from(text, 'utf16le')],
  ])(
    'is read in %s, with semicolons, decimal commas, days first, moments of the business time zone',
    async (_, bytes) => {
      const { brand, token } = await brandWithLink()
      const report = await load(writeFeed(bytes(semicolons(token))), brand.slug, { zone: 'America/Sao_Paulo' })
      expect(report).toMatchObject({ rows: 4, accepted: 4, unattributed: 0, refused: [], ignoredColumns: [] })
      expect(await sums(brand.id)).toEqual([
        { day: '2026-11-26', product: 'games', turnover: '100.00', payout: '0.00', deposits: '0.00', ftd: 0 },
        { day: '2026-11-26', product: 'none', turnover: '0.00', payout: '0.00', deposits: '1250.50', ftd: 1 },
        { day: '2026-11-27', product: 'games', turnover: '0.00', payout: '1087.00', deposits: '0.00', ftd: 0 },
      ])
      expect(
        await select(
          sql`select occurred_at::text, city from event where brand = ${brand.id} and type = 'registration'`,
        ),
      ).toEqual([{ occurred_at: '2026-11-26 13:05:00+00', city: 'S\u00e3o Lu\u00eds' }])
      expect(await load(writeFeed(bytes(semicolons(token))), brand.slug, { zone: 'America/Sao_Paulo' })).toMatchObject({
        accepted: 0,
        duplicates: 4,
      })
    },
  )

  it.each([
    ['fee-p1', 'excel-ptbr.csv', 4, [], ['1250.50', '100.00', '12.70']],
    ['fee-p2', 'extra-1252.csv', 2, ['vip', 'observacao'], ['60.00', '0.00', '0.00']],
    ['fee-p3', 'atividade.xlsx', 4, [], ['2300.75', '1234.50', '234.50']],
    ['fee-p4', 'utf16-tab.csv', 2, [], ['45.10', '0.00', '0.00']],
  ])('%s: %s is read whole', async (_id, name, rows, ignoredColumns, [deposits, turnover, ggr]) => {
    const { brand, token } = await brandWithLink()
    await sql`update action set token = 'BtagVerao_7' where token = ${token}`.execute(test.database.db)
    const path = resolve(import.meta.dirname, '../../../cases/06-feeds', name)
    expect(await load(path, brand.slug)).toMatchObject({ rows, accepted: rows, unattributed: 0, ignoredColumns })
    expect(
      await select(sql`select sum(deposits)::text as deposits, sum(turnover)::text as turnover,
        sum(turnover - payout)::text as ggr from movement where brand = ${brand.id}`),
    ).toEqual([{ deposits, turnover, ggr }])
    await sql`update action set token = ${token} where token = 'BtagVerao_7'`.execute(test.database.db)
  })

  it.each<[string, (lines: string[]) => string | Buffer]>([
    ['with carets', (lines) => lines.map((each) => each.replaceAll(';', '^')).join('\n')],
    ['with tildes', (lines) => lines.map((each) => each.replaceAll(';', '~')).join('\n')],
    ['with separators at the end', (lines) => lines.map((each) => `${each};;`).join('\r\n')],
    ['of two files that were joined', (lines) => [...lines.slice(0, 3), lines[0], ...lines.slice(3)].join('\r\n')],
    ['below a title that ends otherwise', (lines) => `Atividade\nPeríodo: novembro\n\n${lines.join('\r\n')}`],
    ['above a line of totals', (lines) => `${lines.join('\r\n')}\r\nTotal;;;;;;2337,50;;;;\r\n`],
    ['above sums without a word', (lines) => `${lines.join('\r\n')}\n;;;;;;2.337,50;;;;\n`],
    ['with invisible signs in its head', (lines) => lines.join('\n').replace('event_id', '\u200Bevent_id\u00A0')],
    [
      'with heads and types in Portuguese',
      (lines) =>
        [
          'ID do evento;Tipo;Data e hora;Jogador;Token do link;Produto;Valor;Moeda;País;Estado;Cidade',
          ...lines.slice(1),
        ]
          .join('\n')
          .replace(';registration;', ';Cadastro;')
          .replace(';deposit;', ';Depósito;')
          .replace(';bet;', ';Aposta;')
          .replace(';win;', ';Ganho;'),
    ],
    [
      'with moments as numbers',
      (lines) =>
        lines.join('\n').replace('26/11/2026 10:05', '46352,420138889').replace('26/11/2026 10:07', '1795698420'),
    ],
    [
      'with moments that name their day',
      (lines) =>
        lines
          .join('\n')
          .replace('26/11/2026 10:05', 'qui., 26/11/2026 10:05')
          .replace('27/11/2026 00:10', '27 de nov. de 2026 00:10 GMT-3'),
    ],
  ])('is read %s', async (_, written) => {
    const { brand, token } = await brandWithLink()
    const lines = semicolons(token).trimEnd().split('\r\n')
    const report = await load(writeFeed(written(lines)), brand.slug, { zone: 'America/Sao_Paulo' })
    expect(report).toMatchObject({ rows: 4, accepted: 4, refused: [] })
    expect(await sums(brand.id)).toEqual([
      { day: '2026-11-26', product: 'games', turnover: '100.00', payout: '0.00', deposits: '0.00', ftd: 0 },
      { day: '2026-11-26', product: 'none', turnover: '0.00', payout: '0.00', deposits: '1250.50', ftd: 1 },
      { day: '2026-11-27', product: 'games', turnover: '0.00', payout: '1087.00', deposits: '0.00', ftd: 0 },
    ])
  })

  it('is read from the first sheet of a workbook', async () => {
    const { brand, token } = await brandWithLink()
    const bytes = workbookBytes([
      {
        name: 'Atividade',
        columns: [
          { label: 'event_id', kind: 'text' },
          { label: 'type', kind: 'text' },
          { label: 'occurred_at', kind: 'moment' },
          { label: 'player_ref', kind: 'text' },
          { label: 'action_token', kind: 'text' },
          { label: 'product', kind: 'text' },
          { label: 'amount', kind: 'money' },
        ],
        rows: [
          ['w1', 'registration', '2026-11-24T14:00:00Z', 'pw', token, null, null],
          ['w2', 'bet', '2026-11-24T15:01:00Z', 'pw', null, 'games', 1234.5],
        ],
      },
    ])
    const report = await load(writeFeed(Buffer.from(bytes), 'xlsx'), brand.slug)
    expect(report).toMatchObject({ rows: 2, accepted: 2, refused: [] })
    expect(await sums(brand.id)).toEqual([
      { day: '2026-11-24', product: 'games', turnover: '1234.50', payout: '0.00', deposits: '0.00', ftd: 0 },
    ])
  })

  it('may lack currency and place, and names the columns that are left out', async () => {
    const { brand, token } = await brandWithLink()
    const text = `event_id,type,occurred_at,player_ref,action_token,product,amount,vip,observa\u00e7\u00e3o\nc1,click,2026-11-24T10:00:00Z,,${token},,,yes,\n`
    const report = await load(writeFeed(text), brand.slug)
    expect(report).toMatchObject({ rows: 1, accepted: 1, refused: [], ignoredColumns: ['vip', 'observa\u00e7\u00e3o'] })
  })

  it("takes a company's own names of products before the usual ones, and refuses unknown ones", async () => {
    const { brand, token } = await brandWithLink()
    const names = JSON.stringify([{ name: 'P\u00f4quer', product: 'bets' }])
    await sql`update company set product_names = ${names}::text::jsonb
      where id = (select company from brand where id = ${brand.id})`.execute(test.database.db)
    const bet = (product: string) =>
      buildRaw({ type: 'bet', product, amount: 5, action_token: token, player_ref: unique('p') })
    const report = await load(
      writeFeed(feedText([bet('poquer'), bet('Live Casino'), bet('loteria'), bet('moon')])),
      brand.slug,
    )
    expect(report.refused.map(({ code }) => code)).toEqual(['invalid_product'])
    expect((await sums(brand.id)).map((row) => (row as { product: string }).product)).toEqual([
      'bets',
      'games',
      'lotto',
    ])
  })

  it('that is a file of another kind with the name of a workbook is refused and says so', async () => {
    const { brand } = await brandWithLink()
    await expect(load(writeFeed(Buffer.from('PK\u0003\u0004nothing'), 'xlsx'), brand.slug)).rejects.toThrow(
      'cannot be opened',
    )
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
