import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand } from './support/activity.ts'
import { writeFeed } from './support/feeds.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const zone = 'America/Sao_Paulo'
const load = (text: string | Buffer, brandSlug: string) =>
  importFeed({
    database: test.database,
    path: writeFeed(text),
    brandSlug,
    actor: systemActor('import'),
    zone,
    now: () => new Date('2026-11-30T12:00:00Z'),
  })

/** A registration, a deposit of 1250.50 and a bet of 100.00 on games, as one file writes them. */
const files: readonly (readonly [what: string, text: (token: string) => string | Buffer])[] = [
  [
    'a title and a period above the header',
    (token) =>
      `Relatório de atividade\nPeríodo: 01/11/2026 a 30/11/2026\n\nevent_id;type;occurred_at;player_ref;action_token;product;amount\na;registration;26/11/2026 10:05;p;${token};;\nb;deposit;26/11/2026 10:07;p;;;1.250,50\nc;bet;26/11/2026 23:30;p;;Cassino;100,00\n`,
  ],
  [
    'the names of columns in capitals and words',
    (token) =>
      `Event ID,Type,Occurred At,Player Ref,Action Token,Product,Amount\na,Registration,2026-11-26 10:05,p,${token},,\nb,DEPOSIT,2026-11-26 10:07,p,,,1250.5\nc,Bet,2026-11-26 23:30,p,,CASINO,100\n`,
  ],
  [
    'empty values behind the last column',
    (token) =>
      `event_id;type;occurred_at;player_ref;action_token;product;amount\na;registration;26/11/2026 10:05;p;${token};;;;\nb;deposit;26/11/2026 10:07;p;;;1250,5;\nc;bet;26/11/2026 23:30;p;;Live Casino;100;\n`,
  ],
  [
    'amounts with the sign of the currency',
    (token) =>
      `event_id\ttype\toccurred_at\tplayer_ref\taction_token\tproduct\tamount\tcurrency\na\tregistration\t26/11/2026 10:05\tp\t${token}\t\t\t\nb\tdeposit\t26/11/2026 10:07\tp\t\t\tR$ 1.250,50\tbrl\nc\tbet\t26/11/2026 23:30\tp\t\tao vivo\tR$\u00A0100,00\tBRL\n`,
  ],
  [
    'moments as they are spoken',
    (token) =>
      `event_id;type;occurred_at;player_ref;action_token;product;amount\na;registration;26/11/2026 às 10h05;p;${token};;\nb;deposit;26.11.2026 10:07:00;p;;;1.250,50\nc;bet;2026/11/26 23:30;p;;POKER;100,00\n`,
  ],
  [
    'a line that names the separator, and values in quotes',
    (token) =>
      `sep=,\r\n"event_id","type","occurred_at","player_ref","action_token","product","amount"\r\n"a","registration","26/11/2026 10:05","p","${token}","",""\r\n"b","deposit","26/11/2026 10:07","p","","","1.250,50"\r\n"c","bet","26/11/2026 23:30","p","","Caça-níqueis","100,00"\r\n`,
  ],
  [
    'UTF-16 with the higher byte first',
    (token) =>
      Buffer.from(
        `\uFEFFevent_id;type;occurred_at;player_ref;action_token;product;amount\na;registration;26/11/2026 10:05;p;${token};;\nb;deposit;26/11/2026 10:07;p;;;1.250,50\nc;bet;26/11/2026 23:30;p;;slots;100,00\n`,
        'utf16le',
      ).swap16(),
  ],
]

describe('a feed file with', () => {
  it.each(files)('%s is read whole', async (_what, text) => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    expect(await load(text(token), brand.slug)).toMatchObject({ rows: 3, accepted: 3, unattributed: 0, refused: [] })
    const { rows } = await sql`select product, sum(turnover)::text as turnover, sum(deposits)::text as deposits
      from movement where brand = ${brand.id} and turnover + deposits > 0 group by 1 order by 1`.execute(
      test.database.db,
    )
    expect(rows).toEqual([
      { product: 'games', turnover: '100.00', deposits: '0.00' },
      { product: 'none', turnover: '0.00', deposits: '1250.50' },
    ])
  })

  it('registrations alone needs no column for product or amount', async () => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    const text = `event_id;type;occurred_at;player_ref;action_token\na;registration;26/11/2026 10:05;p;${token}\n`
    expect(await load(text, brand.slug)).toMatchObject({ rows: 1, accepted: 1, refused: [] })
  })

  it('a product that no table has is refused in that row alone', async () => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    const text = `event_id,type,occurred_at,player_ref,action_token,product,amount\na,registration,2026-11-26 10:05,p,${token},,\nb,bet,2026-11-26 10:06,p,,cockfights,10\n`
    expect(await load(text, brand.slug)).toMatchObject({ accepted: 1, refused: [{ line: 3, code: 'invalid_product' }] })
  })

  it('values beyond its last column is refused in that row alone', async () => {
    const brand = await buildBrand(test.database)
    const { token } = await buildAction(test.database, brand)
    const text = `event_id;type;occurred_at;player_ref;action_token\na;registration;26/11/2026 10:05;p;${token};x\nb;registration;26/11/2026 10:05;q;${token}\n`
    expect((await load(text, brand.slug)).accepted).toBe(1)
  })
})
