import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAction,
  type BuiltRecord,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
let foreignBrand: BuiltRecord
let affiliate: BuiltRecord
let ana: Client
let bruno: Client
let brunoId: number

const path = (id: number = affiliate.id) => `/api/affiliate/${id}/note`
const staffOf = (brands: readonly BuiltRecord[], roles = ['affiliate']) =>
  buildStaff(office.app, root, { company: company.id, allowedBrands: brands.map(({ id }) => id), roles })
const idOf = async (client: Client) => (await client.get('/api/me')).body.id as number
const file = { name: 'contract.pdf', content: Buffer.from('signed').toString('base64') }

beforeAll(async () => {
  office = await openOffice()
  root = office.root
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
  foreignBrand = await buildBrand(root, { company: company.id })
  affiliate = await buildAffiliate(root, { brands: [brand.id] })
  ana = await staffOf([brand])
  bruno = await staffOf([brand])
  brunoId = await idOf(bruno)
})
afterAll(() => office?.close())

describe('notes on a record', () => {
  it('hold a text, colleagues, files and a task, and are read by whoever sees the record', async () => {
    const written = {
      text: 'Contract is signed',
      mentions: [brunoId],
      taskFor: brunoId,
      due: '2026-12-01',
      files: [file],
    }
    const { status, body } = await ana.post(path(), written)
    expect(status).toBe(200)
    const [note] = (await bruno.get(path())).body.notes
    expect(note).toMatchObject({
      text: 'Contract is signed',
      isOwn: false,
      mentions: [{ id: brunoId }],
      files: [{ name: 'contract.pdf' }],
      task: { for: brunoId, due: '2026-12-01', doneAt: null },
    })
    expect(body.notes[0].isOwn).toBe(true)
    const got = await bruno.get(`${path()}/${note.id}/file/${note.files[0].id}`)
    expect([got.status, got.body]).toEqual([200, 'signed'])
  })

  it('wait for those whom they mention until these have seen them, and as tasks until they are done', async () => {
    const waits = async () => (await bruno.get('/api/me/waiting')).body
    await bruno.post('/api/me/waiting/seen', {})
    for (const { id } of (await bruno.get(path())).body.notes) await bruno.post(`${path()}/${id}/done`, { done: true })
    expect((await waits()).counts).toEqual({ mention: 0, task: 0, approval: 0, question: 0 })
    const [note] = (await ana.post(path(), { text: 'Call them', mentions: [brunoId], taskFor: brunoId })).body.notes
    expect((await waits()).items).toEqual([
      expect.objectContaining({
        kind: 'task',
        object: 'affiliate',
        record: affiliate.id,
        name: affiliate.name,
        note: note.id,
      }),
      expect.objectContaining({ kind: 'mention', text: 'Call them' }),
    ])
    await bruno.post('/api/me/waiting/seen', { object: 'affiliate', record: affiliate.id })
    expect((await waits()).counts).toMatchObject({ mention: 0, task: 1 })
    await bruno.post(`${path()}/${note.id}/done`, {})
    expect((await waits()).counts).toMatchObject({ task: 0 })
    expect((await ana.get('/api/me/waiting')).body.counts).toMatchObject({ mention: 0, task: 0 })
  })

  it('are nobody’s who does not see the record, mentioned or not', async () => {
    const stranger = await staffOf([foreignBrand])
    const strangerId = await idOf(stranger)
    expect((await ana.post(path(), { text: 'Between us', mentions: [strangerId] })).body.details).toMatchObject({
      mentions: [{ code: 'user_not_found' }],
    })
    expect((await stranger.get(path())).status).toBe(404)
    expect((await stranger.post(path(), { text: 'Hello' })).status).toBe(404)
    expect((await stranger.get('/api/me/waiting')).body.items).toEqual([])
    const noRole = await staffOf([brand], ['campaign'])
    expect((await noRole.get(path())).status).toBe(403)
    expect((await ana.post(path(), { text: 'X', mentions: [await idOf(noRole)] })).body.details).toMatchObject({
      mentions: [{ code: 'user_not_found' }],
    })
  })

  it('say all that is wrong with them at once', async () => {
    const { status, body } = await ana.post(path(), {
      text: '',
      due: '2026-12-01',
      mentions: 'all',
      files: [{ name: 'x' }],
    })
    expect(status).toBe(400)
    expect(Object.keys(body.details).toSorted()).toEqual(['files', 'mentions', 'text'])
    expect((await ana.post(path(), { text: 'X', due: '2026-12-01' })).body.details).toHaveProperty('taskFor')
  })

  it('are taken away by whoever wrote them and by root, and the log tells of it without their text', async () => {
    const [note] = (await ana.post(path(), { text: 'Private words' })).body.notes
    expect((await bruno.delete(`${path()}/${note.id}`)).status).toBe(403)
    expect((await ana.delete(`${path()}/${note.id}`)).status).toBe(200)
    const filter = encodeURIComponent(JSON.stringify({ object: 'affiliate', objectId: String(affiliate.id) }))
    const lines = (await root.get(`/api/activityLog?filter=${filter}&range=[0,99]`)).body
    const operations = lines.map(({ operation }: { operation: string }) => operation)
    expect(operations).toEqual(expect.arrayContaining(['addNote', 'removeNote', 'finishTask']))
    expect(JSON.stringify(lines)).not.toContain('Private words')
  })

  it('are in everything about the person, are taken out with them, and go with the record', async () => {
    const someone = await buildAffiliate(root, { brands: [brand.id] })
    await ana.post(path(someone.id), { text: 'Prefers the telephone', files: [file] })
    const everything = (await root.get(`/api/affiliate/${someone.id}/person?format=json`)).body
    expect(JSON.stringify(everything)).toContain('Prefers the telephone')
    expect((await root.post(`/api/affiliate/${someone.id}/redact`, { reason: 'asked for' })).status).toBe(200)
    const [note] = (await ana.get(path(someone.id))).body.notes
    expect([note.text, note.files]).toEqual(['redacted', []])
    expect((await root.delete(`/api/affiliate/${someone.id}`)).status).toBe(200)
    const { rows } = await sql`select from note where object = 'affiliate' and record = ${someone.id}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([])
  })

  it('take no file without content, and no base64 that says nothing', async () => {
    for (const content of ['A', 'A==', '=']) {
      const { status, body } = await ana.post(path(), { text: 'X', files: [{ name: 'x', content }] })
      expect([status, Object.keys(body.details ?? {})], content).toEqual([400, ['files']])
    }
  })

  it('say nothing of adjustments to whoever may read no entries', async () => {
    const order = { affiliate: affiliate.id, day: '2026-01-05', currency: 'BRL', value: 4321.09, reason: 'Bonus' }
    const asker = await staffOf([brand, foreignBrand], ['financial', 'entryByAffiliate'])
    const asked = await asker.post('/api/entry', order)
    expect([asked.status, asked.body.code]).toEqual([200, undefined])
    const waiting = async (roles: string[]) => (await (await staffOf([brand], roles)).get('/api/me/waiting')).body
    expect((await waiting(['financial', 'entryByAffiliate'])).counts.approval).toBe(1)
    expect(await waiting(['financial'])).toMatchObject({ counts: { approval: 0 }, items: [] })
  })

  it('hold no name of a redacted colleague where they were removed with their record either', async () => {
    const gone = await buildAffiliate(root, { brands: [brand.id] })
    const clara = await staffOf([brand])
    const { id, name } = clara.user as BuiltRecord & { name: string }
    await clara.post(path(gone.id), { text: 'Mine', taskFor: id })
    await root.post(path(gone.id), { text: `Ask @${name} about it`, mentions: [id] })
    expect((await clara.delete(`/api/affiliate/${gone.id}`)).status).toBe(200)
    const kept = async () =>
      (
        await sql<{ text: string }>`select rows::text || removed_by_name as text from trash
          where object = 'affiliate' and record = ${gone.id}`.execute(office.database.db)
      ).rows[0]!.text
    expect(await kept()).toContain(name)
    await root.put(`/api/user/${id}`, { suspended: true })
    const redacted = await root.post(`/api/user/${id}/redact`, { reason: 'asked for' })
    expect([redacted.status, redacted.body.code]).toEqual([200, undefined])
    const after = await kept()
    expect(after).not.toContain(name)
    expect(after).not.toContain(clara.user.email)
    const [item] = (await root.get('/api/trash')).body
    expect((await root.post(`/api/trash/${item.id}/restore`, {})).status).toBe(200)
    const notes = (await root.get(path(gone.id))).body.notes
    expect(notes.map(({ author, text }: { author: string; text: string }) => [author === `#${id}`, text])).toEqual([
      [false, `Ask @#${id} about it`],
      [true, 'Mine'],
    ])
  })
})

describe('notes and names of colleagues', () => {
  const namesOf = (body: { colleagues: { id: number }[] }) => body.colleagues.map(({ id }) => id)

  it('are those of people who see the record, not of everybody in the company', async () => {
    const stranger = await idOf(await staffOf([foreignBrand]))
    const both = await idOf(await staffOf([brand, foreignBrand]))
    const ids = namesOf((await ana.get(path())).body)
    expect(ids).toEqual(expect.arrayContaining([brunoId, both]))
    expect(ids).not.toContain(stranger)
    const links = await staffOf([brand], ['campaign', 'brand'])
    const campaign = await buildCampaign(root, { brand: brand.id })
    const others = await idOf(await staffOf([foreignBrand], ['campaign', 'brand']))
    for (const place of [`campaign/${campaign.id}`, `brand/${brand.id}`]) {
      const seen = namesOf((await links.get(`/api/${place}/note`)).body)
      expect(seen).toContain(await idOf(links))
      expect(seen).not.toContain(others)
    }
  })

  it('are read on every kind of record that has notes, by root, staff and whoever is tied to a partner', async () => {
    const partner = await buildPartner(root, { company: company.id })
    const owner = await buildAffiliate(root, { brands: [brand.id], partner: partner.id })
    const campaign = await buildCampaign(root, { brand: brand.id })
    const link = await buildAction(root, { campaign: campaign.id, affiliate: owner.id })
    const paid = async (column: string, id: number) => {
      const { rows } = await sql<{ id: number }>`insert into payment (${sql.id(column)}, value, currency, method, state)
        values (${id}, 5, 'BRL', 'manual', 'settled') returning id`.execute(office.database.db)
      return rows[0]!.id
    }
    const roles = ['affiliate', 'partner', 'action', 'financial']
    const staff = await staffOf([brand], roles)
    const values = { company: company.id, allowedBrands: [brand.id], roles, partner: partner.id }
    const tied = await buildStaff(office.app, root, values)
    const places = [
      `affiliate/${owner.id}`,
      `partner/${partner.id}`,
      `action/${link.id}`,
      `payment/${await paid('affiliate', owner.id)}`,
      `payment/${await paid('partner', partner.id)}`,
    ]
    const [staffId, tiedId] = [await idOf(staff), await idOf(tied)]
    for (const place of places) {
      const by = async (client: Client) => {
        const { status, body } = await client.get(`/api/${place}/note`)
        return [place, status, namesOf(body).includes(staffId), namesOf(body).includes(tiedId)]
      }
      expect(await by(root)).toEqual([place, 200, true, true])
      expect(await by(staff)).toEqual([place, 200, true, true])
      expect(await by(tied)).toEqual([place, 200, false, true])
    }
  })

  it('are told to whoever is tied to a partner below it alone, in no way', async () => {
    const [own, other] = [
      await buildPartner(root, { company: company.id }),
      await buildPartner(root, { company: company.id }),
    ]
    const below = await buildAffiliate(root, { brands: [brand.id], partner: own.id })
    const beside = await buildAffiliate(root, { brands: [brand.id], partner: other.id })
    const roles = ['affiliate', 'partner', 'brand', 'campaign']
    const tiedTo = (partner: BuiltRecord) =>
      buildStaff(office.app, root, { company: company.id, allowedBrands: [brand.id], roles, partner: partner.id })
    const [tied, mate, foreign] = [await tiedTo(own), await tiedTo(own), await tiedTo(other)]
    const campaign = await buildCampaign(root, { brand: brand.id })
    const inside = await staffOf([brand], roles)
    const places = { brand: brand.id, campaign: campaign.id }
    for (const [name, id] of Object.entries(places)) {
      const at = `/api/${name}/${id}/note`
      const tiedId = await idOf(tied)
      expect((await inside.post(at, { text: 'Margins are thin here' })).status).toBe(200)
      expect((await inside.post(at, { text: 'For them', mentions: [tiedId] })).body.details).toHaveProperty('mentions')
      expect([(await tied.get(`/api/${name}/${id}`)).status, (await tied.get(at)).status]).toEqual([200, 403])
      expect((await tied.post(at, { text: 'Hello' })).status).toBe(403)
    }
    expect((await tied.get(path(beside.id))).status).toBe(404)
    const answer = (await tied.get(path(below.id))).body
    expect(namesOf(answer).toSorted()).toEqual([await idOf(tied), await idOf(mate)].toSorted())
    // Nor by asking for each number in turn.
    for (const id of [await idOf(inside), await idOf(foreign), brunoId, await idOf(root)]) {
      const asked = await tied.post(path(below.id), { text: 'Who are you', mentions: [id] })
      expect([asked.status, asked.body.details]).toMatchObject([404, { mentions: [{ code: 'user_not_found' }] }])
      expect((await tied.post(path(below.id), { text: 'Do it', taskFor: id })).status).toBe(404)
    }
    expect((await tied.post(path(below.id), { text: 'Look', mentions: [await idOf(mate)] })).status).toBe(200)
    expect((await mate.get('/api/me/waiting')).body.counts.mention).toBe(1)
    expect(namesOf((await inside.get(path(below.id))).body)).toContain(await idOf(tied))
    expect(namesOf((await inside.get(path(below.id))).body)).not.toContain(await idOf(foreign))
  })
})
