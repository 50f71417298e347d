import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdsText, searchableText } from '#engine/values/foldText.ts'
import { type BuiltRecord, buildAffiliate, buildBrand, buildCompany } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

interface NameCases {
  readonly names: readonly string[]
  readonly searches: readonly { readonly q: string; readonly finds: readonly number[] }[]
}

const { names, searches } = JSON.parse(
  readFileSync(new URL('../../../cases/01-names/names.json', import.meta.url), 'utf8'),
) as NameCases
/** The same names as the other normal form writes them: what is typed finds both. */
const cases = searches.flatMap(({ q, finds }) =>
  [q, q.normalize('NFD'), q.normalize('NFC'), q.toLocaleUpperCase('pt')].map((typed) => ({
    typed,
    finds: finds.map((place) => names[place]!),
  })),
)

let office: Office
let company: BuiltRecord
let brand: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  company = await buildCompany(office.root)
  brand = await buildBrand(office.root, { company: company.id })
  for (const name of names) await buildAffiliate(office.root, { brands: [brand.id], name })
})
afterAll(() => office.close())

const get = async (path: string, query: Record<string, string>) =>
  (await office.root.get(`${path}?${new URLSearchParams(query)}`)).body
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const listed = async (filter: object) => namesOf(await get('/api/affiliate', { filter: JSON.stringify(filter) }))

describe('searchable_text', () => {
  it('folds every character as the browser does', async () => {
    // Up to here PostgreSQL 15 and 18 and the browser know the same letters.
    const characters = Array.from({ length: 0xa700 }, (_, code) => String.fromCodePoint(code)).slice(1)
    const texts = [...characters, ...names].map((character) => `a${character}b ${character}-c'${character}`)
    const { rows } = await sql<{ text: string; folded: string }>`select text, searchable_text(text) as folded
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) text`.execute(office.database.db)
    expect(rows).toHaveLength(texts.length)
    expect(rows.filter(({ text, folded }) => folded !== searchableText(text))).toEqual([])
  })

  it('works with no schema in its path, as the upkeep of indexes runs', async () => {
    const folded = await office.database.db.transaction().execute(async (transaction) => {
      await sql.raw("set local search_path = ''").execute(transaction)
      return await sql<{ name: string }>`select public.searchable_text('d''Ávila') as name`.execute(transaction)
    })
    expect(folded.rows).toEqual([{ name: 'davila\nd avila' }])
  })
})

describe('a search for names', () => {
  it.each(cases)('finds $finds in the list by $typed', async ({ typed, finds }) => {
    expect(await listed({ q: typed })).toEqual(finds)
  })

  it.each(cases)('finds $finds over all by $typed', async ({ typed, finds }) => {
    const groups = await get('/api/search', { q: typed })
    const found = groups.find(({ resource }: { resource: string }) => resource === 'affiliate')
    expect(namesOf(found?.records ?? [])).toEqual(finds)
  })

  it.each(searches)('filters by name_like $q', async ({ q, finds }) => {
    expect(await listed({ name_like: q })).toEqual(finds.map((place) => names[place]))
  })

  it.each(['lu', 'çã', 'ß', "d'", '-'])('takes %j, too short for an index', async (typed) => {
    const found = names.filter((name) => (typed === '-' ? name.includes('-') : holdsText(name, typed)))
    expect(found).not.toEqual([])
    expect((await listed({ name_like: typed, brands: [brand.id] })).toSorted()).toEqual(found.toSorted())
  })
})

describe('duplicates by name', () => {
  it.each([
    ['irisbela conceicao provanca', 0],
    ['ANA LUCIA SANTANNELLI DAVILAR', 8],
    ['jorgen weisskopf stratling', 2],
  ])('tells that %j is there', async (name, place) => {
    const { exists, records } = await get('/api/affiliate/duplicates', { name, company: String(company.id) })
    expect({ exists, names: namesOf(records) }).toEqual({ exists: true, names: [names[place]] })
  })

  it('does not tell of a part of a name', async () => {
    expect(await get('/api/affiliate/duplicates', { name: 'Írisbela', company: String(company.id) })).toEqual({
      exists: false,
      records: [],
    })
  })
})
