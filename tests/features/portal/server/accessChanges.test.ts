import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { accessMails } from '#features/accounts/server/accessChanges/sendAccessMails.ts'
import {
  buildAccessKey,
  buildAffiliate,
  buildAffiliateUser,
  buildBrand,
  buildCompany,
  buildStaff,
  type BuiltRecord,
  builtPassword,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

/** What a mail server took: to whom, and what it says. */
interface TakenMail {
  readonly to: string
  readonly text: string
}
const mails: TakenMail[] = []
let server: Server
let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let staff: Client[]
let number = 0

function startMailServer(): Promise<Server> {
  const started = createServer((socket) => {
    let [isData, text, to] = [false, '', '']
    socket.write('220 here\r\n')
    socket.on('data', (part) => {
      text += part.toString()
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        mails.push({ to, text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') })
        isData = false
        socket.write('250 kept\r\n')
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 go on\r\n')
      } else {
        if (text.startsWith('RCPT')) to = /<(.*)>/.exec(text)![1]!
        socket.write('250 yes\r\n')
      }
      text = ''
    })
  })
  return new Promise((done) => started.listen(0, '127.0.0.1', () => done(started)))
}

beforeAll(async () => {
  server = await startMailServer()
  office = await openOffice({
    variables: {
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MAIL_FROM: 'office@example.com',
      PUBLIC_ORIGIN: 'https://office.example',
    },
  })
  const { root, app } = office
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
  const roles = ['affiliate', 'financial', 'paymentByAffiliate', 'entryByAffiliate']
  staff = await Promise.all(
    [1, 2, 3].map(() => buildStaff(app, root, { company: company.id, allowedBrands: [brand.id], roles })),
  )
})
afterAll(async () => {
  await office?.close()
  server?.close()
})

const buildPaid = () =>
  buildAffiliate(office.root, {
    company: company.id,
    brands: [brand.id],
    email: `nina${(number += 1)}@old.example`,
    paymentType: 'automatic',
    paymentKeyType: 'email',
    paymentKey: 'nina@old.example',
  })
const readAffiliate = async ({ id }: BuiltRecord) => (await office.root.get(`/api/affiliate/${id}`)).body as BuiltRecord
const change = async (by: Client, affiliate: BuiltRecord, values: object) => {
  const { version } = await readAffiliate(affiliate)
  const { status, body } = await by.put(`/api/affiliate/${affiliate.id}`, { version, ...values })
  return status === 200 ? 200 : `${status} ${body.code}`
}
const newKey = { paymentKeyType: 'email', paymentKey: 'somebody@new.example' }
const release = async (by: Client, { id }: BuiltRecord) => {
  const { status, body } = await by.post(`/api/payment/affiliate/${id}/release`, { reason: 'seen' })
  return status === 200 ? 200 : `${status} ${body.code}`
}
const holdsOf = async ({ id }: BuiltRecord) =>
  (await office.root.get(`/api/payment/affiliate/${id}/holds`)).body.holds
    .filter(({ releasedAt }: { releasedAt: string | null }) => releasedAt === null)
    .map(({ cause, approvalsNeeded, approvedBy }: any) => [cause, approvedBy.length, approvalsNeeded])
const changesOf = async (affiliate: BuiltRecord, by = office.root) =>
  (await by.get(`/api/affiliate/${affiliate.id}/access_change`)).body

/** Sends what is due. @returns the mails to this address */
async function mailsTo(address: unknown): Promise<string[]> {
  const context = { database: office.database, environment: office.environment, now: () => new Date() }
  mails.length = 0
  const run = { context, signal: new AbortController().signal, actor: systemActor('accessMails') }
  await accessMails.run(run as unknown as Parameters<typeof accessMails.run>[0])
  return mails.filter(({ to }) => to === address).map(({ text }) => text)
}
const linkIn = (text: string) => /https:\/\/office\.example\/stop#(st_[\w-]+)/.exec(text)![1]!
const stop = (token: string) => office.nobody.post('/api/access_change/stop', { token })

describe('a payment key that one of an affiliate’s people changes', () => {
  it('waits for two members of staff where the person has no authenticator, neither of whom let the person in', async () => {
    const affiliate = await buildPaid()
    const [ana, bruno, carla] = staff as [Client, Client, Client]
    const { client } = await openPerson(office, affiliate.id, { by: ana })
    expect(await change(client, affiliate, newKey)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([['key_changed', 0, 2]])
    expect(await release(ana, affiliate)).toBe('422 approver_not_apart')
    expect(await release(bruno, affiliate)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([['key_changed', 1, 2]])
    expect(await release(bruno, affiliate)).toBe('422 approver_not_apart')
    expect(await release(carla, affiliate)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([])
  })

  it('waits for two anew where it is changed again in between', async () => {
    const affiliate = await buildPaid()
    const [ana, bruno, carla] = staff as [Client, Client, Client]
    const { client } = await openPerson(office, affiliate.id, { by: ana })
    await change(client, affiliate, newKey)
    await release(bruno, affiliate)
    expect(await change(client, affiliate, { ...newKey, paymentKey: 'another@new.example' })).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([['key_changed', 0, 2]])
    expect(await release(carla, affiliate)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([['key_changed', 1, 2]])
  })

  it('waits for one who did not let the person in where there is an authenticator, and for none once that one vouched', async () => {
    const affiliate = await buildPaid()
    const [ana, bruno] = staff as [Client, Client]
    const { client, code } = await openPerson(office, affiliate.id, { by: ana, hasAuthenticator: true })
    expect(await change(client, affiliate, newKey)).toBe('400 totp_required')
    expect(await change(client, affiliate, { ...newKey, totp: code() })).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([['key_changed', 0, 1]])
    expect(await release(ana, affiliate)).toBe('422 approver_not_apart')
    expect(await release(bruno, affiliate)).toBe(200)
    const again = { ...newKey, paymentKey: 'another@new.example', totp: code() }
    expect(await change(client, affiliate, again)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([])
  })
})

describe('an affiliate', () => {
  it('is told of a new key, person, authenticator and payment key at its address, and of another address at the old one', async () => {
    const affiliate = await buildPaid()
    const old = affiliate.email
    await buildAccessKey(office.root, 'affiliate', affiliate.id)
    await openPerson(office, affiliate.id, { hasAuthenticator: true })
    await change(staff[0]!, affiliate, newKey)
    await change(office.root, affiliate, { email: 'mine@evil.example' })
    await change(office.root, affiliate, { paymentKey: 'mine@evil.example' })
    expect((await changesOf(affiliate)).map(({ kind, mail }: any) => [kind, mail])).toEqual([
      ['paymentKey', 'waiting'],
      ['email', 'waiting'],
      ['paymentKey', 'waiting'],
      ['authenticator', 'waiting'],
      ['person', 'waiting'],
      ['accessKey', 'waiting'],
    ])
    const told = await mailsTo(old)
    expect(told).toHaveLength(6)
    for (const text of told) expect(text).toMatch(/https:\/\/office\.example\/stop#st_[\w-]{43}/)
    expect(told.join()).not.toContain('@office.test')
    // To the new address goes what came after it, and nothing else.
    expect(mails.filter(({ to }) => to === 'mine@evil.example')).toHaveLength(1)
    expect((await changesOf(affiliate)).every(({ mail }: any) => mail === 'sent')).toBe(true)
    expect(await mailsTo(old)).toEqual([])
  })

  it('reads in its own pages what changed, without the names of staff', async () => {
    const affiliate = await buildPaid()
    const { client } = await openPerson(office, affiliate.id, { by: staff[0]! })
    await change(client, affiliate, newKey)
    const read = await changesOf(affiliate, client)
    expect(read.map(({ kind, isByStaff, by }: any) => [kind, isByStaff, by])).toEqual([
      ['paymentKey', false, null],
      ['person', true, null],
    ])
    const other = await openPerson(office, (await buildPaid()).id)
    expect((await other.client.get(`/api/affiliate/${affiliate.id}/access_change`)).status).toBe(404)
  })
})

describe('the link in such a mail', () => {
  it('puts the payment key back that was there before, and payments wait until staff looked', async () => {
    const affiliate = await buildPaid()
    await change(staff[0]!, affiliate, newKey)
    const token = linkIn((await mailsTo(affiliate.email))[0]!)
    const { body } = await office.nobody.post('/api/access_change/read', { token })
    expect(body).toMatchObject({ kind: 'paymentKey', isStopped: false })
    expect((await readAffiliate(affiliate)).paymentKey).toBe('somebody@new.example')
    expect((await stop(token)).body).toEqual({ done: true })
    expect((await readAffiliate(affiliate)).paymentKey).toBe('nina@old.example')
    expect((await holdsOf(affiliate)).map(([cause]: string[]) => cause)).toContain('by_hand')
    expect((await stop(token)).status).toBe(200)
    expect(await mailsTo(affiliate.email)).toEqual([])
    const { rows } = await sql`select from activity_log where operation = 'stopChange'
      and object_id = ${String(affiliate.id)}`.execute(office.database.db)
    expect(rows).toHaveLength(1)
  })

  it('puts back no key of a colleague that the same one releases, though another one released in between', async () => {
    const affiliate = await buildPaid()
    const [mallory, colleague, third] = staff
    expect(await change(mallory!, affiliate, newKey)).toBe(200)
    expect(await change(mallory!, affiliate, { paymentKey: 'nina@old.example' })).toBe(200)
    expect(await release(colleague!, affiliate)).toBe(200)
    const last = (await mailsTo(affiliate.email)).at(-1)!
    expect((await stop(linkIn(last))).body).toEqual({ done: true })
    expect((await readAffiliate(affiliate)).paymentKey).toBe(newKey.paymentKey)
    expect(await release(mallory!, affiliate)).toBe('422 approver_not_apart')
    expect(await release(third!, affiliate)).toBe(200)
    expect(await holdsOf(affiliate)).toEqual([])
  })

  it('ends a key with its sessions', async () => {
    const affiliate = await buildPaid()
    const token = await buildAccessKey(office.root, 'affiliate', affiliate.id, { scope: 'signIn' })
    const { accessToken } = (await office.nobody.post('/login/affiliate', { token })).body
    await stop(linkIn((await mailsTo(affiliate.email))[0]!))
    expect((await office.nobody.post('/login/affiliate', { token })).status).toBe(400)
    expect((await clientOf(office.app, accessToken).get('/api/me')).status).toBe(403)
  })

  it('suspends a person, and with an authenticator takes that off', async () => {
    const affiliate = await buildPaid()
    const { client, person } = await openPerson(office, affiliate.id, { hasAuthenticator: true })
    const told = await mailsTo(affiliate.email)
    await stop(linkIn(told.find((text) => /utenti?cador|uthenticator/.test(text))!))
    expect((await client.get('/api/me')).status).toBe(403)
    const { body } = await office.nobody.post('/login', { email: person.email, password: builtPassword })
    expect(body.code).toBe('user_suspended')
    const { rows } = await sql`select from affiliate_user_two_step where affiliate_user_id = ${person.id}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([])
  })

  it('opens nothing where it is nobody’s', async () => {
    for (const path of ['read', 'stop'])
      expect(
        (await office.nobody.post(`/api/access_change/${path}`, { token: 'st_nobody-has-this-link' })).body.code,
      ).toBe('invitation_over')
  })
})

describe('an invitation', () => {
  it('leads to PUBLIC_ORIGIN, and is refused where the request names a host that is none of ours', async () => {
    const person = await buildAffiliateUser(office.root, { affiliate: (await buildPaid()).id })
    const path = `/api/affiliateUser/${person.id}/invite`
    expect((await office.root.post(path, {}, { host: 'evil.example' })).body.code).toBe('host_unknown')
    for (const host of ['office.example', 'localhost:3000'])
      expect((await office.root.post(path, {}, { host })).body.link).toMatch(
        /^https:\/\/office\.example\/invitation#in_/,
      )
  })
})
