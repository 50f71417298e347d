import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import { feedImports } from '#features/activity/server/upload/feedImports.ts'
import { scheduledVersions } from '#app/server/jobs/scheduledVersions.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import { buildStaff, builtPassword } from '#tests/support/builders.ts'
import { rootCredentials, signInAs } from '#tests/support/office.ts'
import { type OpenPerson, openPerson } from '#tests/support/person.ts'
import { feedText } from '#tests/features/activity/server/support/feeds.ts'
import { openDigestOffice } from './support/digestOffice.ts'

/** What digests say of figures that changed, from what happened to what a person reads. */
let office: Awaited<ReturnType<typeof openDigestOffice>>
let maria: Awaited<ReturnType<typeof buildStaff>>
let joao: Awaited<ReturnType<typeof buildStaff>>
let ana: OpenPerson
let pablo: OpenPerson
let reward: number
/** A day whose activity came late. */
let late: string

const root = () => signInAs(office.app, rootCredentials)
const asStaff = (of: typeof maria) => signInAs(office.app, { email: String(of.user.email), password: builtPassword })

beforeAll(async () => {
  office = await openDigestOffice()
  const { app, companies, brands, affiliates, database } = office
  const rights = {
    company: companies[0]!.id,
    allowedBrands: brands.slice(0, 2).map(({ id }) => id),
    roles: [...roleKeys],
    language: 'en',
  }
  maria = await buildStaff(app, office.root, rights)
  joao = await buildStaff(app, office.root, rights)
  ana = await openPerson(office, affiliates[0]!.id, { now: office.now })
  pablo = await openPerson(office, affiliates[3]!.id, { now: office.now })
  await office.speak(pablo, 'es')
  for (const client of [maria, ana.client, pablo.client]) await client.put('/api/me/digest', { repeats: 'daily' })
  const { rows } = await sql<{ id: number }>`select reward.id from reward join reward_profile profile
      on reward.id = any(profile.rewards) join affiliate on affiliate.reward_profile = profile.id
    where affiliate.id = ${affiliates[0]!.id} and reward.product_type = 'bets'`.execute(database.db)
  reward = rows[0]!.id
}, 120_000)
afterAll(() => office.end())

/** Everybody's mails of the next morning. */
async function readNext() {
  office.nextMorning()
  await office.run()
  return {
    staff: office.mailsTo(maria.user.email).join('\n'),
    ana: office.mailsTo(ana.person.email).join('\n'),
    pablo: office.mailsTo(pablo.person.email).join('\n'),
  }
}

describe('a digest of figures that changed', () => {
  it('names the file, its lines and days to staff, and to the affiliate when they came', async () => {
    const [link] = office.links
    late = office.day(-3)
    await office.send([{ link: link!, type: 'bet', day: late, player: 'p', product: 'bets', amount: '100.00' }])
    await office.closeDays(office.day(-4), office.day(-1))
    await readNext()
    const rows = ['10.00', '20.00', '30.00'].map((amount, index) => ({
      event_id: `late-${index}`,
      type: 'bet',
      occurred_at: `${late}T12:00:00Z`,
      player_ref: 'p',
      action_token: String(link!.token),
      product: 'bets',
      amount,
      currency: 'BRL',
    }))
    const uploader = await asStaff(maria)
    const { body: upload } = await office.app
      .inject({
        method: 'POST',
        url: `/api/brand/${office.brands[0]!.id}/feed?name=late.csv`,
        headers: { authorization: `Bearer ${uploader.token}`, 'content-type': 'text/csv' },
        payload: feedText(rows),
      })
      .then((answer) => ({ body: answer.json() as { id: number } }))
    await office.run(feedImports)
    await uploader.post(`/api/brand/${office.brands[0]!.id}/feed/${upload.id}/import`, {})
    await office.run(feedImports)
    await office.closeDays(late)
    const mails = await readNext()
    const days = `day ${formatDay(late)}`
    // 30 % of 60.00 less an admin fee of 12.5 %.
    expect(mails.staff).toContain('- Past figures changed (Late events, 1 day): NGR R$52.50; commission R$15.75')
    expect(mails.staff).toMatch(
      new RegExp(
        `  · file “late\\.csv” \\(${maria.user.email}\\), lines 2 to 4, received [\\d/]+ [\\d:]+ UTC; ${days}`,
      ),
    )
    expect(mails.ana).toMatch(
      /- Números passados mudaram \(Eventos atrasados, 1 dia\): NGR R\$\s52,50; comissão R\$\s15,75/,
    )
    expect(mails.ana).toMatch(/ {2}· eventos recebidos em [\d/]+ [\d:]+ UTC; dia /)
    expect(mails.ana).not.toContain('late.csv')
    expect(mails.ana).toMatch(/https:\/\/office\.example\/portal\/reports\?from=[\d-]+&to=[\d-]+&since=/)
    expect(mails.pablo).toBe('')
  }, 60_000)

  it('names the correction, who asked and who approved to staff, and to affiliates the rule and the day', async () => {
    const from = late
    const asked = await (
      await asStaff(maria)
    ).post('/api/correction', {
      object: 'reward',
      id: reward,
      values: { percentage: 40 },
      validFrom: from,
      reason: 'Typed wrong',
    })
    expect(asked.status).toBe(200)
    const second = await asStaff(joao)
    const { body: preview } = await second.get(`/api/correction/${asked.body.id}/preview`)
    expect((await second.post(`/api/correction/${asked.body.id}/approve`, { digest: preview.digest })).status).toBe(200)
    const mails = await readNext()
    // 10 % of 140.00 (160.00 less 12.5 %).
    expect(mails.staff).toContain('- Past figures changed (Corrections of a rule, 1 day): commission R$14.00')
    const { body: found } = await office.root
      .get(`/api/reward/${reward}`)
      .then(async (answer) => (answer.status === 200 ? answer : (await root()).get(`/api/reward/${reward}`)))
    expect(mails.staff).toContain(
      `  · correction no. ${asked.body.id} of “${found.name}”, from ${formatDay(from)} on; requested by ${maria.user.email}, approved by ${joao.user.email}`,
    )
    expect(mails.ana).toMatch(/- Números passados mudaram \(Correções de uma regra, 1 dia\): comissão R\$\s14,00/)
    expect(mails.ana).toContain(`  · correção nº ${asked.body.id} de “${found.name}”, a partir de ${formatDay(from)}`)
    for (const { user } of [maria, joao]) expect(mails.ana).not.toContain(String(user.email))
  }, 60_000)

  it('names the rule that was changed, from which day and by whom', async () => {
    const [link] = office.links
    const from = office.day(1)
    const planned = await (
      await asStaff(maria)
    ).post(`/api/reward/${reward}/scheduled`, { values: { percentage: 50 }, validFrom: from })
    expect(planned.status).toBe(200)
    office.nextMorning()
    await office.send([{ link: link!, type: 'bet', day: office.day(), player: 'p', product: 'bets', amount: '80.00' }])
    await office.closeDays(office.day())
    await readNext()
    // The server that has versions begin was away: it begins late, from its own day on.
    await office.run(scheduledVersions)
    await office.closeDays(from)
    const mails = await readNext()
    // 10 % of 70.00.
    expect(mails.staff).toContain('commission R$7.00')
    expect(mails.staff).toMatch(new RegExp(`  · rule “.+”, changed by .+ from ${formatDay(from)} on`))
    expect(mails.ana).toMatch(/comissão R\$\s7,00/)
    expect(mails.ana).toMatch(new RegExp(`  · regra “.+”, alterada a partir de ${formatDay(from)}`))
  }, 60_000)

  it('says of moved players that they moved, to each affiliate in its language', async () => {
    const [link, , , other] = office.links
    const day = office.day(-1)
    await office.send([
      { link: link!, type: 'registration', day, player: 'mover' },
      { link: link!, type: 'bet', day, player: 'mover', product: 'bets', amount: '40.00' },
    ])
    await office.closeDays(day)
    await readNext()
    const asked = await (
      await asStaff(maria)
    ).post('/api/correction', {
      object: 'action',
      id: link!.id,
      values: { action: other!.id },
      validFrom: day,
      reason: 'The wrong link stood on the site',
    })
    expect(asked.status).toBe(200)
    const second = await asStaff(joao)
    const { body: preview } = await second.get(`/api/correction/${asked.body.id}/preview`)
    expect((await second.post(`/api/correction/${asked.body.id}/approve`, { digest: preview.digest })).status).toBe(200)
    const mails = await readNext()
    // What one affiliate loses the other gains: brands and what they pay stay what they were.
    expect(mails.staff).toBe('')
    expect(mails.ana).toMatch(/comissão -R\$\s17,50/)
    expect(mails.ana).toContain(`jogadores transferidos a partir de ${formatDay(day)} (correção nº ${asked.body.id})`)
    expect(mails.pablo).toMatch(/comisión R\$\s17,50/)
    expect(mails.pablo).toContain(`  · eventos de 1 jugador; día ${formatDay(day)}`)
    expect(mails.pablo).toContain(`jugadores transferidos desde el ${formatDay(day)} (corrección n.º ${asked.body.id})`)
  }, 60_000)
})
