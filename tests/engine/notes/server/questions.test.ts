import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'

let office: Office
let company: BuiltRecord
let nina: BuiltRecord
let link: BuiltRecord
let olgasLink: BuiltRecord
let ana: Client
let anaName: string
let own: Client
let olga: Client

const path = () => `/api/action/${link.id}/note`
const file = { name: 'print.png', content: Buffer.from('seen').toString('base64') }

async function sessionOf(affiliate: BuiltRecord): Promise<Client> {
  const token = await buildAccessKey(office.root, 'affiliate', affiliate.id, { scope: 'signIn' })
  return clientOf(office.app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
}

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  company = await buildCompany(root)
  const brand = await buildBrand(root, { company: company.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  nina = await buildAffiliate(root, { name: 'Nina', company: company.id, brands: [brand.id] })
  const other = await buildAffiliate(root, { name: 'Olga', company: company.id, brands: [brand.id] })
  link = await buildAction(root, { name: 'Front page', campaign: campaign.id, affiliate: nina.id })
  olgasLink = await buildAction(root, { campaign: campaign.id, affiliate: other.id })
  ana = await buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['affiliate', 'action'],
  })
  anaName = (await ana.get('/api/me')).body.name
  own = await sessionOf(nina)
  olga = await sessionOf(other)
})
afterAll(() => office?.close())

describe('questions on a record', () => {
  it('are asked by the affiliate, wait for staff, and are answered in the name of the company', async () => {
    await ana.post(path(), { text: 'Between us: watch this one' })
    const asked = await own.post(path(), { text: 'Why does it lead to the start?', files: [file] })
    expect([asked.status, asked.body.notes.length, asked.body.colleagues]).toEqual([200, 1, []])
    expect(asked.body.notes[0]).toMatchObject({ author: 'Nina', shared: true, question: { answeredAt: null } })
    const waiting = (await ana.get('/api/me/waiting')).body
    expect(waiting.counts.question).toBe(1)
    expect(waiting.items).toEqual([
      expect.objectContaining({ kind: 'question', object: 'action', record: link.id, name: 'Front page', by: 'Nina' }),
    ])
    const inbox = (await ana.get('/api/dashboard/inbox')).body.items
    expect(inbox).toContainEqual(expect.objectContaining({ kind: 'questions', count: 1, since: expect.any(String) }))
    const answered = await ana.post(path(), { text: 'The campaign says so.', shared: true })
    expect([answered.status, answered.body.sharedWith]).toEqual([200, 'Nina'])
    expect((await ana.get('/api/me/waiting')).body.counts.question).toBe(0)
    const { notes } = (await own.get(path())).body
    expect(notes.map(({ text, author }: { text: string; author: string }) => [text, author])).toEqual([
      ['The campaign says so.', company.name],
      ['Why does it lead to the start?', 'Nina'],
    ])
  })

  it('are counted in the portal until the answer was read', async () => {
    const { body } = await own.get('/api/portal/questions')
    expect(body).toMatchObject({
      unseen: 1,
      threads: [{ object: 'action', record: link.id, name: 'Front page', isNew: true, isOpen: false, isAsked: false }],
    })
    expect((await own.post('/api/portal/questions/seen', { object: 'action', record: link.id })).status).toBe(200)
    expect((await own.get('/api/portal/questions')).body.unseen).toBe(0)
    expect((await olga.get('/api/portal/questions')).body).toEqual({ unseen: 0, threads: [] })
    expect((await ana.get('/api/portal/questions')).status).toBe(403)
  })

  it('never show an internal note, a colleague or a file of one', async () => {
    const internal = await ana.post(path(), {
      text: `@${anaName} hush`,
      files: [{ name: 'internal.txt', content: Buffer.from('secret').toString('base64') }],
    })
    const [note] = internal.body.notes
    const answers = [
      await own.get(path()),
      await own.get(`${path()}/${note.id}/file/${note.files[0].id}`),
      await own.get('/api/portal/questions'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
    const told = JSON.stringify(answers.map(({ body }) => body))
    for (const word of ['hush', 'Between us', 'internal.txt', 'secret', anaName]) expect(told).not.toContain(word)
  })

  it('are nobody else’s: not another affiliate’s, and not on records that are not the affiliate’s own', async () => {
    expect((await olga.get(path())).status).toBe(404)
    expect((await olga.post(path(), { text: 'Hello' })).status).toBe(404)
    expect((await own.post(`/api/action/${olgasLink.id}/note`, { text: 'Hello' })).status).toBe(404)
    const [question] = (await ana.get(path())).body.notes.filter((note: { question: unknown }) => note.question)
    const file = `${path()}/${question.id}/file/${question.files[0].id}`
    expect([(await own.get(file)).body, (await olga.get(file)).status]).toEqual(['seen', 404])
    expect((await own.delete(`${path()}/${question.id}`)).status).toBe(403)
    expect((await own.post(`${path()}/${question.id}/done`, {})).status).toBe(403)
    expect((await own.get('/api/campaign/1/note')).status).toBe(403)
  })

  it('name no colleague when they are shared, and are shared with somebody alone', async () => {
    const { id } = (await ana.get('/api/me')).body
    const named = await ana.post(path(), { text: 'X', shared: true, mentions: [id], taskFor: id })
    expect([named.status, Object.keys(named.body.errors).toSorted()]).toEqual([400, ['mentions', 'taskFor']])
    const own = await office.root.post(`/api/brand/${(nina.brands as number[])[0]}/note`, { text: 'X', shared: true })
    expect([own.status, Object.keys(own.body.errors)]).toEqual([400, ['shared']])
  })

  it('take what the affiliate may not say of a note as unknown', async () => {
    const { status, body } = await own.post(path(), { text: 'X', shared: false, mentions: [1] })
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([400, ['mentions', 'shared']])
  })

  it('can be settled without an answer, and opened again', async () => {
    const account = `/api/affiliate/${nina.id}/note`
    await own.post(account, { text: 'First' })
    await own.post(account, { text: 'Second' })
    expect((await ana.get('/api/me/waiting')).body.counts.question).toBe(1)
    const [second] = (await ana.get(account)).body.notes
    const settled = await ana.post(`${account}/${second.id}/done`, { done: true })
    expect(settled.body.notes.map(({ question }: any) => question.answeredAt !== null)).toEqual([true, true])
    await ana.post(`${account}/${second.id}/done`, { done: false })
    expect((await ana.get('/api/me/waiting')).body.counts.question).toBe(1)
    expect((await own.get('/api/portal/questions')).body.threads[0]).toMatchObject({
      object: 'affiliate',
      isOpen: true,
    })
  })

  it('are stored as they are written, whatever is written', async () => {
    for (const text of hostileStrings.filter((each) => each.trim() !== '').slice(0, 40)) {
      const { status, body } = await own.post(path(), { text })
      if (status === 200) expect(body.notes[0].text).toBe(text)
      else expect([status, Object.keys(body.errors)]).toEqual([400, ['text']])
    }
  })

  it('go with the affiliate’s personal data', async () => {
    const person = await office.root.get(`/api/affiliate/${nina.id}/person`)
    if (person.status === 200) expect(JSON.stringify(person.body)).toContain('Why does it lead to the start?')
    const redacted = await office.root.post(`/api/affiliate/${nina.id}/redact`, { reason: 'asked' })
    expect(redacted.status).toBe(200)
    const { notes } = (await ana.get(path())).body
    const said = notes.filter((note: { shared: boolean }) => note.shared)
    expect(JSON.stringify(said)).not.toMatch(/Nina|Why does it lead/)
  })
})
