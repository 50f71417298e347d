import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { digests } from '#features/home/server/digests/digests.ts'
import { buildAccessKey, buildStaff, builtPassword } from '#tests/support/builders.ts'
import { clientOf, rootCredentials, signInAs } from '#tests/support/office.ts'
import { type MailServer, openMailServer } from '#tests/support/mailServer.ts'
import { type OpenPerson, openPerson } from '#tests/support/person.ts'
import { openProgramme, type Programme } from '../../reporting/server/support/programme.ts'

const origin = 'https://office.example'
let programme: Programme
let server: MailServer
let anna: OpenPerson
let staff: Awaited<ReturnType<typeof buildStaff>>
/** A Thursday. What is known begins with the real clock, so days are counted from it. */
let now = new Date()
const day = (shift = 0) => new Date(now.getTime() + shift * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await openMailServer()
  const variables = { SMTP_URL: server.url, MAIL_FROM: 'office@example.com', PUBLIC_ORIGIN: origin }
  programme = await openProgramme({ variables, now: () => now })
  anna = await openPerson(programme, programme.affiliates[0]!.id, { now: () => now })
  staff = await buildStaff(programme.app, programme.root, {
    company: programme.companies[0]!.id,
    allowedBrands: [programme.brands[0]!.id, programme.brands[1]!.id],
    roles: ['manager', 'activityPerAffiliate'],
    language: 'en',
  })
})
afterAll(async () => {
  server.close()
  await programme.close()
})
beforeEach(() => {
  server.mails.length = 0
})

const run = () =>
  digests.run({
    context: { database: programme.database, environment: programme.environment, now: () => now },
    signal: new AbortController().signal,
    progress: () => {},
    input: {},
    log: (line) => {
      throw new Error(line)
    },
  })

/** Days later, when a session is over, somebody signs in again. */
const asStaff = () => signInAs(programme.app, { email: String(staff.user.email), password: builtPassword })

/** The next morning, after the hour at which digests are sent. */
const nextMorning = (hours = 11) => {
  now = new Date(`${day(1)}T${String(hours).padStart(2, '0')}:00:00Z`)
}

/** A mail as it is read. */
const text = (mail: string) =>
  Buffer.from(
    mail.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
const mailTo = (email: string) => server.mails.map(text).filter((mail) => mail.includes(`To: ${email}`))

describe('a digest', () => {
  it('is off until somebody turns it on, each for themselves', async () => {
    expect((await anna.client.get('/api/me/digest')).body).toEqual({ repeats: null, isSending: true })
    expect((await anna.client.put('/api/me/digest', { repeats: 'daily' })).body.repeats).toBe('daily')
    expect((await staff.put('/api/me/digest', { repeats: 'daily' })).body.repeats).toBe('daily')
    expect((await programme.root.get('/api/me/digest')).body.repeats).toBeNull()
    expect((await staff.put('/api/me/digest', { repeats: 'monthly' })).status).toBe(400)
    expect((await programme.nobody.get('/api/me/digest')).status).toBe(401)
  })

  it('is not for sessions that a key opened', async () => {
    const key = await buildAccessKey(programme.root, 'affiliate', programme.affiliates[1]!.id, { scope: 'signIn' })
    const { body } = await programme.nobody.post('/login/affiliate', { token: key })
    const answer = await clientOf(programme.app, body.accessToken).put('/api/me/digest', { repeats: 'daily' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'personal_sign_in_required' } })
  })

  it('is not sent on the day it was turned on, nor when there is nothing to say', async () => {
    await run()
    nextMorning()
    await run()
    expect(server.mails).toEqual([])
  })

  it('tells first deposits of the day before in the language of its reader, of what they see alone', async () => {
    const [link, other, , , foreign] = programme.links
    const of = (each: typeof link, player: string) => [
      { link: each!, type: 'registration', day: day(), player },
      { link: each!, type: 'deposit', day: day(), player, amount: '50.00' },
      { link: each!, type: 'bet', day: day(), player, product: 'bets', amount: '100.00' },
    ]
    const late = { link: programme.links[5]!, type: 'bet', day: day(-3), product: 'bets', amount: '1.00' }
    await programme.send([...of(link, 'one'), ...of(other, 'two'), ...of(foreign, 'three'), late])
    nextMorning()
    await programme.closeDays(day(-1))
    await run()
    const [own] = mailTo(anna.person.email as string)
    expect(own).toMatch(/- 1 novo primeiro depósito; NGR R\$\s?\d/)
    expect(own).toContain(`${origin}/portal/reports`)
    const [office] = mailTo(String(staff.user.email))
    expect(office).toMatch(/- 2 new first deposits; NGR R\$\s?\d/)
    expect(office).toContain(`${origin}/reports/`)
    // What has not come of a brand may still change what is told.
    const name = String(programme.brands[1]!.name)
    expect(own).toContain(`Os números de ${name} depois de `)
    expect(office).toContain(`Figures of ${name} after `)
    expect(office!.match(/are not here yet/g)).toHaveLength(1)
  })

  it('is sent once, on whichever server, however often the job runs', async () => {
    await Promise.all([run(), run()])
    expect(server.mails).toEqual([])
    const [link] = programme.links
    await programme.send([
      { link: link!, type: 'registration', day: day(), player: 'four' },
      { link: link!, type: 'deposit', day: day(), player: 'four', amount: '50.00' },
    ])
    nextMorning()
    await Promise.all([run(), run(), run()])
    expect(mailTo(anna.person.email as string)).toHaveLength(1)
    await run()
    expect(mailTo(anna.person.email as string)).toHaveLength(1)
  })

  it('is sent in the morning of the clock of its reader’s company', async () => {
    const zone = async (name: string | null) =>
      sql`update company set time_zone = ${name}::text where id = ${programme.companies[0]!.id}::bigint`.execute(
        programme.database.db,
      )
    await zone('Asia/Tokyo')
    const [link] = programme.links
    await programme.send([
      { link: link!, type: 'registration', day: day(), player: 'five' },
      { link: link!, type: 'deposit', day: day(), player: 'five', amount: '50.00' },
    ])
    now = new Date(`${day()}T21:30:00Z`)
    await programme.closeDays(day())
    await run()
    expect(server.mails).toEqual([])
    now = new Date(`${day()}T22:30:00Z`)
    await run()
    expect(mailTo(String(staff.user.email))).toHaveLength(1)
    await zone(null)
    nextMorning()
  })

  it('tells past figures that changed, with their cause', async () => {
    const [link] = programme.links
    await programme.send([
      { link: link!, type: 'bet', day: day(-3), player: 'one', product: 'bets', amount: '1000.00' },
    ])
    await programme.closeDays(day(-3), day(-1))
    nextMorning()
    await run()
    expect(mailTo(String(staff.user.email))[0]).toMatch(/Past figures changed \(Late events, 2 days\): NGR R\$\s?\d/)
  })

  it('waits for its hour, and for Monday where it is weekly', async () => {
    await (await asStaff()).put('/api/me/digest', { repeats: 'weekly' })
    await sql`delete from digest_subscription where affiliate_user is not null`.execute(programme.database.db)
    const [link] = programme.links
    const sent: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const player = `weekly-${index}`
      await programme.send([
        { link: link!, type: 'registration', day: day(), player },
        { link: link!, type: 'deposit', day: day(), player, amount: '5.00' },
      ])
      nextMorning(6)
      await run()
      expect(server.mails).toHaveLength(sent.length)
      now = new Date(`${day()}T11:00:00Z`)
      await run()
      if (server.mails.length > sent.length) sent.push(day())
    }
    expect(sent.map((each) => new Date(`${each}T12:00:00Z`).getUTCDay())).toEqual(sent.map(() => 1))
    expect(sent.length).toBeGreaterThan(0)
    await (await asStaff()).put('/api/me/digest', { repeats: 'daily' })
  })

  it('is tried again where the mail server is away, and told once', async () => {
    const [link] = programme.links
    await programme.send([
      { link: link!, type: 'registration', day: day(), player: 'away' },
      { link: link!, type: 'deposit', day: day(), player: 'away', amount: '5.00' },
    ])
    nextMorning()
    const away = { ...programme.environment, mail: { url: 'smtp://127.0.0.1:1', from: 'office@example.com' } }
    const context = { database: programme.database, environment: away, now: () => now }
    const work = { signal: new AbortController().signal, progress: () => {}, input: {}, log: () => {} }
    expect(await digests.run({ context, ...work })).toEqual([{ code: 'told', values: { taken: 0, failed: 1 } }])
    await run()
    expect(server.mails).toEqual([])
    now = new Date(now.getTime() + 6 * 60_000)
    await run()
    expect(mailTo(String(staff.user.email))).toHaveLength(1)
  })

  it('ends by the address in the mail, once asked, without signing in', async () => {
    const [link] = programme.links
    await programme.send([
      { link: link!, type: 'registration', day: day(), player: 'stop' },
      { link: link!, type: 'deposit', day: day(), player: 'stop', amount: '5.00' },
    ])
    nextMorning()
    await run()
    const [mail] = mailTo(String(staff.user.email))
    const [, stop] = /https:\/\/office\.example(\/digest\/[\w-]+)/.exec(mail!)!
    expect(mail).toMatch(/list-unsubscribe-post: List-Unsubscribe=One-Click/i)
    const page = await programme.nobody.get(stop!)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect((await (await asStaff()).get('/api/me/digest')).body.repeats).toBe('daily')
    const forged = await programme.nobody.post(stop!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
    expect(forged.status).toBe(401)
    const ended = await programme.app.inject({
      method: 'POST',
      url: stop!,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(ended.statusCode).toBe(200)
    expect((await (await asStaff()).get('/api/me/digest')).body.repeats).toBeNull()
  })

  it('ends with the person', async () => {
    await (await asStaff()).put('/api/me/digest', { repeats: 'daily' })
    const { rows } = await sql<{
      id: number
    }>`select user_id as id from digest_subscription where user_id is not null`.execute(programme.database.db)
    const root = await signInAs(programme.app, rootCredentials)
    const { body: user } = await root.get(`/api/user/${rows[0]!.id}`)
    const { status } = await root.put(`/api/user/${user.id}`, { version: user.version, suspended: true })
    expect(status).toBe(200)
    nextMorning()
    await run()
    expect(server.mails).toEqual([])
  })
})
