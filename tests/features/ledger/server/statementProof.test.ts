import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProvedStatement } from '#features/ledger/answers/statement.ts'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { canonical } from '#engine/activityLog/server/lines/canonical.ts'
import { signCheckpoint, verifierKey } from '#engine/activityLog/server/tree/checkpoint.ts'
import { GrowingTree, leafHash } from '#lib/merkleLog/merkleTree.ts'
import { asSuperuser } from '#tests/support/database.ts'
import { buildAffiliate, buildBrand, buildCompany, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/*
 * A statement is proved to whoever has nothing but its file, the public key and a program of a page. FORGERIES says how
 * many random forgeries are tried.
 */
const forgeries = Number(process.env.FORGERIES ?? 100)
const program = resolve('src/cli/verifyStatement.mjs')
const days = 'from=2030-02-01&to=2030-02-28&currency=BRL'
type Checked = { statement: ProvedStatement['statement']; issuedAt: string; line: number }

let office: PayoutOffice
let world: World
let [root, maria]: Client[] = []
let company: BuiltRecord
let brands: BuiltRecord[]
let affiliate: number
let check: (file: Uint8Array, key: string) => Checked
let [file, key] = ['', '']

const proofOf = async (id = affiliate): Promise<string> => {
  const { status, body } = await maria!.get(`/api/statement/affiliate/${id}/proof?${days}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return JSON.stringify(body)
}
const checked = (text: string, by = key) => check(Buffer.from(text), by)
const wrong = (text: string, by = key): string | null => {
  try {
    checked(text, by)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

async function earner(): Promise<number> {
  const { id } = await buildAffiliate(root!, {
    company: company.id,
    brands: brands.map((brand) => brand.id),
    paymentType: 'manual',
  })
  await sql`update affiliate_history set valid_from = '-infinity' where record = ${id}`.execute(office.database.db)
  for (const [day, turnover, brand] of [
    ['2030-01-30', 100, 0],
    ['2030-02-01', 100, 0],
    ['2030-02-01', 51.3, 1],
    ['2030-02-07', 33.33, 1],
  ] as const)
    await world.activity({ affiliate: id, brand: brands[brand]!.id, day, turnover })
  await world.close('2030-01-30', '2030-02-07')
  const paid = { paidAt: '2030-02-10', reference: 'R', currency: 'BRL' }
  expect((await maria!.post(`/api/payment/affiliate/${id}/manual`, paid)).status).toBe(200)
  return id
}

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
  company = await buildCompany(root)
  brands = [await buildBrand(root, { company: company.id }), await buildBrand(root, { company: company.id })]
  maria = await buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: brands.map(({ id }) => id),
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate'],
  })
  ;({ checkStatement: check } = (await import(program)) as { checkStatement: typeof check })
  affiliate = await earner()
  file = await proofOf()
  key = (await office.app.inject('/log/key')).body.trim()
})
afterAll(() => office.close())

/** Somebody who owns the database does something that no trigger sees. */
const pastTriggers = (work: (connection: Kysely<any>) => Promise<unknown>) =>
  asSuperuser(office.database)
    .connection()
    .execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection)
      await work(connection)
      await sql`reset session_replication_role`.execute(connection)
    })

/** The same choices in every run. */
class Dice {
  #throws = 0
  readonly #seed: string
  constructor(seed: string) {
    this.#seed = seed
  }
  below(limit: number): number {
    this.#throws += 1
    return createHash('sha256').update(`${this.#seed} ${this.#throws}`).digest().readUInt32BE() % limit
  }
  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }
}

/** Another byte somewhere. */
function flipped(text: string, dice: Dice): Buffer {
  const bytes = Buffer.from(text)
  bytes[dice.below(bytes.length)]! ^= 1 << dice.below(8)
  return bytes
}

/** Another value somewhere below. */
function changeValue(holder: any, dice: Dice): void {
  const names = Object.keys(holder).filter((name) => {
    const value = holder[name]
    return typeof value !== 'object' || (value !== null && Object.keys(value).length > 0)
  })
  if (names.length === 0) return void (holder.more = 1)
  const name = dice.of(names)
  const value = holder[name]
  if (typeof value === 'object') return changeValue(value, dice)
  if (typeof value === 'number') holder[name] = Math.round((value + (dice.below(2) ? 0.01 : -1)) * 100) / 100
  else if (typeof value === 'string') holder[name] = dice.below(2) ? `${value}x` : value.slice(1)
  else holder[name] = !value
}

/** What somebody writes who hashes, logs and signs it anew, with the keys of the log or their own. */
function resealed(proof: ProvedStatement, withKeys: boolean): string {
  const { origin, current } = currentKeys()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const own = { privateKey, publicBytes: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) }
  const content = createHash('sha256').update(canonical({ ledger: proof.ledger, statement: proof.statement }))
  const committed = `${proof.salt}\nchanges.0\n${canonical({ before: null, after: content.digest('hex') })}`
  const [covered, rest] = proof.line.split('\n') as [string, string]
  const said = JSON.parse(covered)
  said.commitments['changes.0'] = createHash('sha256').update(committed).digest('hex')
  const line = `${canonical(said)}\n${rest}`
  const tree = new GrowingTree()
  const leaf = leafHash(Buffer.from(line))
  tree.add(leaf)
  const head = signCheckpoint({ origin, size: 1, root: tree.root() }, withKeys ? current : own)
  return JSON.stringify({ ...proof, line, index: 0, path: [], head })
}

const kinds: Readonly<Record<string, (dice: Dice, other: string) => { bytes: Uint8Array; by: string; what: string }>> =
  {
    byte: (dice) => ({ bytes: flipped(file, dice), by: key, what: 'a bit of the file' }),
    keyByte: (dice) => ({
      bytes: Buffer.from(file),
      by: flipped(key, dice).toString('latin1'),
      what: 'a bit of the key',
    }),
    value: (dice) => {
      const proof = JSON.parse(file)
      changeValue(proof, dice)
      return { bytes: Buffer.from(JSON.stringify(proof)), by: key, what: 'a value' }
    },
    statement: (dice) => {
      const proof = JSON.parse(file)
      changeValue(proof.statement, dice)
      return { bytes: Buffer.from(resealed(proof, false)), by: key, what: 'signed with a key of their own' }
    },
    sums: (dice) => {
      const proof = JSON.parse(file)
      const part = dice.of(['opening', 'earned', 'adjusted', 'withheld', 'paid', 'closing'] as const)
      proof.statement[part] = Math.round((proof.statement[part] + 1 + dice.below(1000) / 100) * 100) / 100
      return { bytes: Buffer.from(resealed(proof, true)), by: key, what: `${part}, with the keys of the log` }
    },
    under: (dice) => {
      const proof = JSON.parse(file)
      const rows = dice.of([
        proof.statement.lines,
        proof.statement.payments,
        proof.ledger.postings,
        proof.statement.lines[0].brands,
      ])
      const row = dice.of(rows as any[])
      const name = 'amount' in row ? 'amount' : 'value'
      if (dice.below(3) === 0) rows.splice(rows.indexOf(row), 1)
      else row[name] = Math.round((row[name] + 1 + dice.below(1000) / 100) * 100) / 100
      return { bytes: Buffer.from(resealed(proof, true)), by: key, what: 'a row, with the keys of the log' }
    },
    graft: (dice, other) => {
      const [proof, from] = [JSON.parse(file), JSON.parse(other)]
      for (const name of dice.of([
        ['statement'],
        ['ledger'],
        ['line', 'index', 'path'],
        ['head'],
        ['salt'],
        ['statement', 'ledger'],
      ]))
        proof[name] = from[name]
      return { bytes: Buffer.from(JSON.stringify(proof)), by: key, what: "parts of another's" }
    },
  }

describe('the proof of a statement', () => {
  it('is found right by the program, with the key that the server publishes', () => {
    const { origin, current } = currentKeys()
    expect(key).toBe(verifierKey(origin, current.publicBytes))
    expect(checked(file)).toMatchObject({
      statement: { owner: { id: affiliate }, opening: 30, earned: 55.39, paid: 85.39, closing: 0 },
      issuedAt: expect.stringContaining('2030-03-10'),
    })
  })

  it('is issued once: asked again it is the same line of the log, whose way leads to the newest head', async () => {
    const again = await proofOf()
    expect(JSON.parse(again).line).toBe(JSON.parse(file).line)
    expect(checked(again).line).toBe(checked(file).line)
    const { rows } = await sql`select from activity_log where operation = 'issueStatement'
      and object_id = ${String(affiliate)}`.execute(office.database.db)
    expect(rows).toHaveLength(1)
  })

  it('is issued anew where the name of whoever issued it was taken out of the log', async () => {
    const owner = await buildAffiliate(root!, { company: company.id, brands: brands.map((brand) => brand.id) })
    const clerk = await buildStaff(office.app, root!, {
      company: company.id,
      allowedBrands: brands.map((brand) => brand.id),
      roles: ['entryByAffiliate'],
    })
    const first = await clerk.get(`/api/statement/affiliate/${owner.id}/proof?${days}`)
    expect(first.status).toBe(200)
    await root!.put(`/api/user/${clerk.user.id}`, { suspended: true })
    expect((await root!.post(`/api/user/${clerk.user.id}/redact`, { reason: 'asked for' })).status).toBe(200)
    const again = await proofOf(owner.id)
    expect(wrong(again)).toBeNull()
    expect(JSON.parse(again).index).not.toBe(first.body.index)
  })

  it('leads through a tree of several parts, wherever the line stands in it', async () => {
    const { db } = office.database
    const before = JSON.parse(file)
    await sql`insert into activity_log (at, actor, operation, object, object_id, changes)
      select now(), 'system:test', 'update', 'brand', '1', '[]' from generate_series(1, 2500)`.execute(db)
    const late = await earner()
    for (const text of [await proofOf(), await proofOf(late), await proofOf(late)]) expect(wrong(text)).toBeNull()
    expect(JSON.parse(await proofOf()).line).toBe(before.line)
    expect(checked(await proofOf(late)).line).toBeGreaterThan(2500)
  })

  it(`shows ${forgeries} random forgeries of it, of what is under it and of the key`, async () => {
    const other = await proofOf(await earner())
    const undetected: string[] = []
    for (let number = 0; number < forgeries; number += 1) {
      const dice = new Dice(`forgery ${number}`)
      const [name, forge] = dice.of(Object.entries(kinds))
      const { bytes, by, what } = forge(dice, other)
      try {
        check(bytes, by)
        undetected.push(`${number}: ${name}, ${what}`)
      } catch (error) {
        if (!(error as Error).message) undetected.push(`${number}: ${name} without a word`)
      }
    }
    expect(undetected).toEqual([])
  })

  it('is not made to fit where entries or payments were changed past the ledger', async () => {
    const id = await earner()
    expect(wrong(await proofOf(id))).toBeNull()
    await pastTriggers(async (connection) => {
      await sql`update entry set value = value + 10 where affiliate = ${id} and day = '2030-02-07'`.execute(connection)
      await sql`update entry_part set value = value + 10 where entry in (select id from entry
        where affiliate = ${id} and day = '2030-02-07')`.execute(connection)
    })
    expect(wrong(await proofOf(id))).toBe('an entry is not what the ledger has')
  })

  it('is refused where the log was changed under it', async () => {
    const id = await earner()
    await proofOf(id)
    await pastTriggers((connection) =>
      sql`update activity_log set sys_mac = repeat('0', 64) where object_id = ${String(id)}
        and operation = 'issueStatement'`.execute(connection),
    )
    const { status, body } = await maria!.get(`/api/statement/affiliate/${id}/proof?${days}`)
    expect([status, body.code]).toEqual([409, 'log_not_whole'])
  })
})

describe('the program', () => {
  it('runs by itself: 0 for what is right, 1 and a sentence for what is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'statement-'))
    try {
      const [at, keyAt, own] = ['proof.json', 'key', 'program.mjs'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      writeFileSync(at, file)
      writeFileSync(keyAt, `${key}\n`)
      writeFileSync(own, (await office.app.inject('/log/verifyStatement.mjs')).body)
      const run = (...given: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [own, ...given], { encoding: 'utf8' })
        return [status, stdout + stderr]
      }
      expect(run(at, key)).toEqual([0, expect.stringContaining('30.00 to 0.00')])
      expect(run(at, keyAt)[0]).toBe(0)
      writeFileSync(at, file.replace('"closing":0', '"closing":1'))
      expect(run(at, key)).toEqual([1, expect.stringMatching(/^WRONG: the statement is not the one/)])
      expect(run(at)).toEqual([1, expect.stringContaining('use:')])
      expect(run(join(folder, 'none'), key)[0]).toBe(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('takes no note that is signed by another, and none of another log', () => {
    const { origin, current } = currentKeys()
    const proof = JSON.parse(file) as ProvedStatement
    const [, size, rootText] = proof.head.split('\n') as [string, string, string]
    const text = `other/log\n${size}\n${rootText}\n`
    const signature = sign(null, Buffer.from(text), current.privateKey).toString('base64')
    expect(wrong(JSON.stringify({ ...proof, head: `${text}\n— other/log ${signature}\n` }))).toContain('head')
    expect(wrong(file, verifierKey(origin, Buffer.alloc(32, 7)))).toContain('not signed')
  })
})
