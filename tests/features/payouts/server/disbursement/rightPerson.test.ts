import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand, buildCompany, buildStaff, builtPassword } from '#tests/support/builders.ts'
import type { TestGateway } from '#tests/support/gateway.ts'
import { type Client, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Money goes to the person it is due to, or to nobody. */
let office: PayoutOffice
let gateway: TestGateway
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  gateway = office.gateway!
})
afterAll(() => office?.close())
beforeEach(async () => {
  gateway.behave(() => ({ outcome: 'settled' }))
  gateway.knowKeys(() => ({ nameMatches: true, documentMatches: true }))
  root = await office.asRoot()
})

async function withEntry(values: Record<string, unknown> = {}) {
  const owner = await office.owner(values)
  await office.entry(owner.id, '30.00')
  return owner
}
const pay = (owner: number) => root.post(`/api/payment/affiliate/${owner}`)
const statesOf = async (owner: number) => (await office.payments(owner)).map(({ state }) => state)
const rowOf = async (owner: number) => (await root.get(`/api/payment/owners?owner=affiliate-${owner}`)).body.rows[0]
const paidTo = (key: string) => [...gateway.payouts.values()].filter((payout) => payout.key === key)
const follow = async (minutes: number) => {
  office.pass({ minutes })
  await pollPayments(office.context)
  // Sessions are short.
  root = await office.asRoot()
}
const change = (owner: { id: number }, values: Record<string, string>) =>
  sql`update affiliate set ${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
    where id = ${owner.id}`.execute(office.database.db)

describe('before a payment is sent', () => {
  it('the gateway is asked whose the key is, by name and document, and is sent the document', async () => {
    const owner = await withEntry()
    await pay(owner.id)
    expect(gateway.keys.at(-1)).toEqual({
      key: owner.paymentKey,
      keyType: 'email',
      name: owner.name,
      document: owner.document,
    })
    expect(paidTo(owner.paymentKey as string)).toMatchObject([{ document: owner.document, documentType: 'cpf' }])
  })

  it.each([
    ['name', { nameMatches: false, documentMatches: true }],
    ['document', { nameMatches: true, documentMatches: false }],
    ['name, document', { nameMatches: false, documentMatches: false }],
  ])('a key of another %s holds the owner, and nothing is sent', async (differs, word) => {
    const owner = await withEntry()
    gateway.knowKeys(() => word)
    await pay(owner.id)
    expect(await statesOf(owner.id)).toEqual([])
    expect(paidTo(owner.paymentKey as string)).toEqual([])
    expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'other_person', note: differs } })
    expect((await payAutomatically(office.context)).skipped['key_of_another']).toBeGreaterThan(0)
    // A person says that it is right: this key of this person is taken from now on, and no other.
    await root.post(`/api/payment/affiliate/${owner.id}/release`, { reason: 'A maiden name' })
    await pay(owner.id)
    expect(await statesOf(owner.id)).toEqual(['settled'])
    await office.entry(owner.id, '5.00')
    await change(owner, { payment_key: `another-${owner.id}@example.com` })
    await pay(owner.id)
    expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'other_person' } })
  })

  it('a key of another that was taken away and comes back is held again: nobody has released it', async () => {
    const owner = await withEntry()
    gateway.knowKeys(({ key }) => ({ nameMatches: key !== owner.paymentKey, documentMatches: true }))
    await pay(owner.id)
    const type = async (paymentKey: unknown) => {
      const { version } = (await root.get(`/api/affiliate/${owner.id}`)).body
      expect((await root.put(`/api/affiliate/${owner.id}`, { paymentKey, version })).status).toBe(200)
      // A key that is new waits for a day.
      office.pass({ hours: 25 })
      root = await office.asRoot()
    }
    await type(`own-${owner.id}@example.com`)
    await type(owner.paymentKey)
    await pay(owner.id)
    expect(paidTo(owner.paymentKey as string)).toEqual([])
    expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'other_person' } })
  })

  it('no answer sends nothing: it is asked again, and sent once it is said', async () => {
    const owner = await withEntry()
    gateway.knowKeys(() => 500)
    await pay(owner.id)
    await follow(1)
    expect(await statesOf(owner.id)).toEqual(['created'])
    gateway.knowKeys(() => ({ nameMatches: true, documentMatches: true }))
    await follow(60)
    expect(await statesOf(owner.id)).toEqual(['settled'])
    expect(paidTo(owner.paymentKey as string)).toHaveLength(1)
  })

  it.each([404, 501])('a gateway that cannot say (%i) is paid through, and every page says so', async (status) => {
    const owner = await withEntry()
    gateway.knowKeys(() => status)
    const { id } = (await pay(owner.id)).body
    expect((await root.get(`/api/payment/${id}`)).body.attempts[0]).toMatchObject({ remark: { code: 'sentUnchecked' } })
  })

  it.each([[404], [{ nameMatches: true, documentMatches: null }]])(
    'one that cannot say (%j) holds the owner where its company wants that',
    async (word) => {
      const company = await buildCompany(root, { uncheckedKeys: 'hold' })
      const brand = await buildBrand(root, { company: company.id })
      const owner = await withEntry({ brands: [brand.id], company: company.id })
      gateway.knowKeys(() => word)
      await pay(owner.id)
      expect(await statesOf(owner.id)).toEqual([])
      expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'not_checked' } })
      await root.post(`/api/payment/affiliate/${owner.id}/release`, { reason: 'Looked at' })
      await pay(owner.id)
      expect(await statesOf(owner.id)).toEqual(['settled'])
    },
  )
})

describe('an owner that is held because of its key, and gets another key', () => {
  const own = (key: string) => key.startsWith('own')
  /** Held: the gateway knows the key for somebody else's; `own…` is right, of `mute…` nobody answers. */
  async function held() {
    gateway.knowKeys(({ key }) => (key.startsWith('mute') ? 500 : { nameMatches: own(key), documentMatches: own(key) }))
    const owner = await withEntry()
    await pay(owner.id)
    expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'other_person' } })
    return owner
  }
  const type = async (owner: number, paymentKey: string, by = root) => {
    const { version } = (await root.get(`/api/affiliate/${owner}`)).body
    expect((await by.put(`/api/affiliate/${owner}`, { paymentKey, version })).status).toBe(200)
  }
  const holdsOf = async (owner: number) => (await root.get(`/api/payment/affiliate/${owner}/holds`)).body.holds
  const release = (owner: number, by = root) => by.post(`/api/payment/affiliate/${owner}/release`, { reason: 'Seen' })

  it('stays held until the gateway says that the new one is right; nobody has to release it then', async () => {
    const { id } = await held()
    await type(id, `own-${id}@example.com`)
    expect(await holdsOf(id)).toMatchObject([{ cause: 'other_person', releasedAt: null }])
    await follow(1)
    expect(await holdsOf(id)).toMatchObject([{ releasedBy: 'system:payout', releaseNote: 'key_is_right' }])
    await follow(25 * 60)
    await payAutomatically(office.context)
    expect(paidTo(`own-${id}@example.com`)).toHaveLength(1)
  })

  it('stays held where the new one is somebody else’s too, and is not released by whoever changed it', async () => {
    const { id } = await held()
    const roles = ['financial', 'affiliate']
    const { company, brands } = (await root.get(`/api/affiliate/${id}`)).body
    const staff = { company, allowedBrands: brands, roles }
    const [maria, joao] = [await buildStaff(office.app, root, staff), await buildStaff(office.app, root, staff)]
    await type(id, `wrong-${id}@example.com`, maria)
    await follow(1)
    await follow(26 * 60)
    await payAutomatically(office.context)
    expect(await statesOf(id)).toEqual([])
    expect(await holdsOf(id)).toMatchObject([
      { cause: 'key_changed', releasedAt: null },
      { cause: 'other_person', releasedAt: null },
    ])
    const anew = ({ user }: typeof maria) =>
      signInAs(office.app, { email: user.email as string, password: builtPassword })
    const [again, other] = [await anew(maria), await anew(joao)]
    expect((await release(id, again)).body).toMatchObject({ code: 'approver_not_apart' })
    expect((await release(id, other)).status).toBe(200)
    await payAutomatically(office.context)
    expect(paidTo(`wrong-${id}@example.com`)).toHaveLength(1)
  })

  it('is asked about again where nobody answers, and stays held meanwhile', async () => {
    const { id } = await held()
    await type(id, `mute-${id}@example.com`)
    await follow(1)
    expect(await holdsOf(id)).toMatchObject([{ releasedAt: null }])
    gateway.knowKeys(() => ({ nameMatches: true, documentMatches: true }))
    await follow(5)
    expect(await holdsOf(id)).toMatchObject([{ releasedAt: null }])
    await follow(60)
    expect(await holdsOf(id)).toMatchObject([{ releaseNote: 'key_is_right' }])
  })

  it('whose key changes while the gateway is asked about another is asked about that one', async () => {
    const { id } = await held()
    await type(id, `own-${id}@example.com`)
    let isFirst = true
    gateway.knowKeys(async ({ key }) => {
      if (isFirst) await change({ id }, { payment_key: `wrong-${id}@example.com` })
      isFirst = false
      return { nameMatches: own(key), documentMatches: own(key) }
    })
    await follow(1)
    expect(await holdsOf(id)).toMatchObject([{ cause: 'other_person', releasedAt: null }])
  })
})

it('whoever asks whose a key is stands in the log, with the key masked and without the person', async () => {
  const asked = { name: 'Somebody Unheard', paymentKeyType: 'email', paymentKey: 'looked.up@example.com' }
  expect((await root.post('/api/payment/key_check', asked)).body.verdict).toBe('right')
  const { rows } = await sql<{ actor: string; changes: object }>`select actor, changes from activity_log
    where operation = 'checkKey' order by id desc limit 1`.execute(office.database.db)
  expect(rows[0]).toMatchObject({ actor: 'root@office.test' })
  const said = JSON.stringify(rows[0]!.changes)
  expect(said).toContain('***')
  expect(said).not.toMatch(/looked\.up@|Unheard/)
})

describe('an owner that is another between the check and the sending', () => {
  /** Runs something in the very moment in which the gateway has said that the key is right. */
  const whileAsked = (work: () => Promise<unknown>) => {
    let isFirst = true
    gateway.knowKeys(async ({ key }) => {
      if (isFirst) {
        isFirst = false
        await work()
      }
      const isRight = !key.startsWith('thief')
      return { nameMatches: isRight, documentMatches: isRight }
    })
  }

  it('is asked about again: 0 of 24 payments go to a key that was not checked', async () => {
    const owners = []
    for (let each = 0; each < 24; each += 1) owners.push(await withEntry())
    for (const [index, owner] of owners.entries()) {
      const columns: readonly Record<string, string>[] = [
        { payment_key: `thief-${owner.id}@example.com` },
        { payment_key: `thief-${owner.id}@example.com`, name: `Thief ${owner.id}` },
        { document: '00000000191' },
        { payment_key: `thief-${owner.id}@example.com`, document: '00000000191' },
      ]
      whileAsked(() => change(owner, columns[index % columns.length]!))
      await pay(owner.id)
    }
    await follow(10)
    expect([...gateway.payouts.values()].filter(({ key }) => key.startsWith('thief'))).toEqual([])
    // Every payout went with the document that was asked about in the same breath.
    for (const { key, document } of gateway.payouts.values())
      expect(gateway.keys.filter((asked) => asked.key === key).map((asked) => asked.document)).toContain(document)
  })

  it('gets nothing of a payment that was refused for now under its former key', async () => {
    const owner = await withEntry()
    gateway.behave(() => ({ outcome: 'transient' }))
    await pay(owner.id)
    gateway.behave(() => ({ outcome: 'settled' }))
    await change(owner, { payment_key: `mended-${owner.id}@example.com` })
    for (const minutes of [2, 10, 10]) await follow(minutes)
    expect(gateway.payouts.size > 0 && paidTo(owner.paymentKey as string)).toEqual([])
    expect(await statesOf(owner.id)).toEqual(['rejected'])
    await pay(owner.id)
    expect(paidTo(`mended-${owner.id}@example.com`)).toMatchObject([{ state: 'settled' }])
  })

  it('whose key is somebody else’s by the time of the next try is held, and the payment is given up', async () => {
    const owner = await withEntry()
    gateway.behave(() => ({ outcome: 'transient' }))
    await pay(owner.id)
    gateway.behave(() => ({ outcome: 'settled' }))
    gateway.knowKeys(() => ({ nameMatches: false, documentMatches: false }))
    for (const minutes of [2, 10, 10]) await follow(minutes)
    expect(await statesOf(owner.id)).toEqual(['rejected'])
    expect(await rowOf(owner.id)).toMatchObject({ status: 'held', hold: { cause: 'other_person' } })
    expect(paidTo(owner.paymentKey as string)).toEqual([])
  })
})

describe('a payment that did not arrive when it was asked for, and arrives while its owner is held', () => {
  it('is asked for again before it is given up: nothing is paid twice', async () => {
    const owner = await withEntry()
    const { id } = owner
    // The call is lost on the way, as far as anybody can tell.
    gateway.behave(() => ({ outcome: 'settled', losesRequest: true }))
    await pay(id)
    await root.post(`/api/payment/affiliate/${id}/hold`, { reason: 'Looked into' })
    await follow(1)
    const [payment] = await office.payments(id)
    expect((await root.get(`/api/payment/${payment!.id}`)).body.attempts.at(-1).remark.code).toBe('absent')
    // It was late: the gateway takes it after it was asked.
    gateway.arriveLate(payment!.transferId)
    await follow(10)
    await change(owner, { payment_key: `mended-${id}@example.com` })
    await root.post(`/api/payment/affiliate/${id}/release`, { reason: 'All is well' })
    gateway.behave(() => ({ outcome: 'settled' }))
    for (const minutes of [10, 10]) await follow(minutes)
    expect(await statesOf(id)).toEqual(['settled'])
    await pay(id)
    expect(paidTo(owner.paymentKey as string)).toHaveLength(1)
    expect(paidTo(`mended-${id}@example.com`)).toEqual([])
  })
})

describe('an owner that is to be paid by hand by the time of the next try', () => {
  it('gets its entries back, to be paid in that way', async () => {
    const owner = await withEntry()
    gateway.behave(() => ({ outcome: 'transient' }))
    await pay(owner.id)
    await change(owner, { payment_type: 'manual' })
    for (const minutes of [2, 10, 10]) await follow(minutes)
    expect(await statesOf(owner.id)).toEqual(['rejected'])
    expect(paidTo(owner.paymentKey as string)).toEqual([])
  })
})

describe('a key that is typed', () => {
  const ask = (given: object = {}) =>
    root.post('/api/payment/key_check', {
      name: 'Ana',
      documentType: 'cpf',
      document: '529.982.247-25',
      paymentKeyType: 'email',
      paymentKey: 'Ana@Example.com',
      ...given,
    })

  it('is asked about, and whose it is is told', async () => {
    expect((await ask()).body).toEqual({ verdict: 'right', differs: [] })
    expect(gateway.keys.at(-1)).toMatchObject({ key: 'ana@example.com', document: '52998224725' })
    gateway.knowKeys(() => ({ nameMatches: false, documentMatches: true }))
    expect((await ask()).body).toEqual({ verdict: 'wrong', differs: ['name'] })
    gateway.knowKeys(() => 404)
    expect((await ask()).body.verdict).toBe('unchecked')
    gateway.knowKeys(() => 500)
    expect((await ask()).body.verdict).toBe('unknown')
  })

  it('is not asked about where it is none, or by whoever may not write it', async () => {
    const before = gateway.keys.length
    expect((await ask({ paymentKey: 'nobody' })).status).toBe(400)
    expect((await office.nobody.post('/api/payment/key_check', {})).status).toBe(401)
    expect(gateway.keys).toHaveLength(before)
  })

  it('is asked about so often at most: nobody looks people up', async () => {
    const answers = []
    for (let each = 0; each < 31; each += 1) answers.push((await ask()).status)
    expect(answers.at(-1)).toBe(429)
  })
})
