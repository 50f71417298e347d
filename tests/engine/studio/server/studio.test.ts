import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildStaff } from '#tests/support/builders.ts'
import { asOwner } from '#tests/support/database.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const label = { pt: 'Canal', en: 'Channel', es: 'Canal' }
const xChannel = { kind: 'choice', label, values: { video: { pt: 'Vídeo', en: 'Video', es: 'Video' } } }
const overlay = {
  resources: {
    affiliate: {
      fields: { alias: { label: { pt: 'Nome artístico' } }, xChannel },
      form: { payment: ['paymentType'], identity: ['name', 'xChannel'] },
    },
  },
}

let office: Office
let staff: Client
let other: Client
beforeAll(async () => {
  office = await openOffice()
  const company = await buildCompany(office.root)
  staff = await buildStaff(office.app, office.root, {
    company: company.id,
    roles: ['manager', 'affiliate', 'financial'],
  })
  other = await buildStaff(office.app, office.root, { company: company.id, roles: ['manager'] })
  await sql`update "user" set root = true where id = (select max(id) from "user")`.execute(office.database.db)
})
afterAll(() => office.close())

const draft = (client: Client, given: object | null, basedOn = 0) =>
  client.put('/api/studio/draft', { overlay: given, basedOn })
const publish = (client: Client, version?: number) =>
  client.post('/api/studio/publish', version === undefined ? {} : { version })

describe('the studio', () => {
  it('is for root alone', async () => {
    const answers = [
      await staff.get('/api/studio'),
      await draft(staff, overlay),
      await publish(staff),
      await publish(staff, 0),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'user_must_be_root'])
    expect((await office.nobody.get('/api/studio')).status).toBe(401)
  })

  it('answers a wrong draft as the check does, and keeps nothing', async () => {
    const { body } = await draft(office.root, { resources: { affiliate: { fields: { alia: { hidden: true } } } } })
    expect(body.problems).toEqual([
      expect.objectContaining({
        what: 'affiliate has no field alia.',
        how: expect.stringContaining("Did you mean 'alias'?"),
      }),
    ])
    expect((await office.root.get('/api/studio')).body.draft).toBeNull()
    expect((await publish(office.root)).status).toBe(404)
  })

  it('refuses what is no overlay', async () => {
    expect((await draft(office.root, { resources: { reward: { effects: {} } } })).body.problems[0].what).toContain(
      'money, rights, rules',
    )
    expect((await office.root.put('/api/studio/draft', { overlay: 3 })).body.code).toBe('invalid_request')
    expect((await publish(office.root, 99)).status).toBe(404)
  })

  it('keeps a draft that nobody but its author sees, in the order it was given', async () => {
    expect((await draft(office.root, overlay)).body).toEqual({ problems: [] })
    const { body } = await office.root.get('/api/studio')
    expect(body).toMatchObject({ serves: 0, versions: [], overlay: {} })
    expect(JSON.stringify(body.draft.overlay)).toBe(JSON.stringify(overlay))
    expect((await other.get('/api/studio')).body.draft).toBeNull()
    expect((await publish(other)).status).toBe(404)
  })

  it('publishes a draft as the next version and logs each change', async () => {
    expect((await publish(office.root)).body).toEqual({ version: 1 })
    const { body } = await other.get('/api/studio')
    expect(body.versions).toMatchObject([{ version: 1, overlay }])
    expect((await office.root.get('/api/studio')).body.draft).toBeNull()
    const log = await office.root.get(
      '/api/activityLog?sort=["id","DESC"]&range=[0,0]&filter={"operation":"publishOverlay"}',
    )
    expect(log.body[0]).toMatchObject({ object: 'overlay', objectId: '1' })
    expect(log.body[0].changes).toContainEqual({
      field: 'affiliate.fields.alias.label.pt',
      before: null,
      after: 'Nome artístico',
    })
  })

  it('publishes no draft that was begun before the newest version', async () => {
    await draft(office.root, { menu: { registers: ['user'] } }, 1)
    await draft(other, { menu: { registers: ['reward'] } }, 1)
    expect((await publish(other)).body).toEqual({ version: 2 })
    const { status, body } = await publish(office.root)
    expect([status, body.code]).toEqual([409, 'stale_version'])
  })

  it('keeps the kind and the rights that a field was added with', async () => {
    await publish(office.root, 1)
    const changed = (said: object) => ({ resources: { affiliate: { fields: { xChannel: { ...xChannel, ...said } } } } })
    for (const said of [{ kind: 'text', values: undefined }, { access: { read: ['financial'] } }]) {
      await draft(office.root, changed(said), 3)
      const { status, body } = await publish(office.root)
      expect([status, body.code]).toEqual([409, 'overlay_wrong'])
    }
  })

  it('goes back to an earlier version by publishing it anew', async () => {
    expect((await publish(office.root, 0)).body).toEqual({ version: 4 })
    const { versions } = (await office.root.get('/api/studio')).body
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1])
    expect(versions[0].overlay).toEqual({})
    expect(JSON.stringify(versions[1].overlay)).toBe(JSON.stringify(overlay))
  })

  it('lets nobody publish what stored values contradict, and names them', async () => {
    const company = await buildCompany(office.root)
    for (const name of ['One', 'Two', 'Three'])
      await office.root.post('/api/affiliateTag', { name, company: company.id })
    const { body: tags } = await office.root.get('/api/affiliateTag')
    expect(tags).toHaveLength(3)
    const ofTags = (fields: object) => ({ resources: { affiliateTag: { fields } } })
    const xNote = { kind: 'text', label }
    const problems = async (fields: object) => (await draft(office.root, ofTags(fields), 4)).body.problems
    expect(await problems({ xNote: { ...xNote, required: true } })).toEqual([
      {
        where: 'affiliateTag.xNote.required',
        what: '3 records hold nothing there.',
        how: 'Say what they get: default.',
      },
    ])
    expect(await problems({ xNote: { ...xNote, required: true, default: 'none' } })).toEqual([])
    expect(await problems({ xNote: { ...xNote, unique: true } })).toEqual([])
    const owner = asOwner(office.database)
    await sql`alter table affiliate_tag add column x_note text`.execute(owner)
    await sql`update affiliate_tag set x_note = case when name = 'One' then 'Long enough' else 'Same' end`.execute(
      owner,
    )
    expect(await problems({ xNote: { ...xNote, unique: true, max: 5 } })).toEqual([
      expect.objectContaining({ what: 'Values are there more than once: Same (2).' }),
      expect.objectContaining({ where: 'affiliateTag.xNote.max', what: '1 records hold more or less.' }),
    ])
    // The draft was kept before.
    const { status, body } = await publish(office.root)
    expect([status, body.code]).toEqual([409, 'overlay_wrong'])
  })

  it('says how many records there are and how many hold a value', async () => {
    const { counts } = (await office.root.get('/api/studio')).body
    expect(counts).toMatchObject({ user: 3, 'user.name': 3, affiliate: 0 })
    expect(counts).not.toHaveProperty('entry')
  })
})
