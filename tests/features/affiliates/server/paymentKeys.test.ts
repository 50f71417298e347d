import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAffiliate, buildBrand, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

interface KeyCase {
  readonly id: string
  readonly type: string
  readonly typed: string
  readonly kept: string | null
}
const { keys } = JSON.parse(readFileSync(new URL('../../../cases/07-pix/keys.json', import.meta.url), 'utf8')) as {
  keys: readonly KeyCase[]
}

let office: Office
let brand: BuiltRecord
let affiliate: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  brand = await buildBrand(office.root)
  affiliate = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id] })
})
afterAll(() => office.close())

/** Enters a key; what is kept, or the fields that are wrong. */
async function enter(paymentKeyType: string, paymentKey: string) {
  const path = `/api/affiliate/${affiliate.id}`
  const { version } = (await office.root.get(path)).body
  const values = { paymentType: 'automatic', paymentKeyType, paymentKey, version }
  const { status, body } = await office.root.put(path, values)
  return status === 200 ? String(body.paymentKey) : { status, fields: Object.keys(body.errors) }
}
const refused = { status: 400, fields: ['paymentKey'] }
const phone = '+5521988776655'
const random = '3f8a1c20-77b4-4e19-9d02-ab51ce03f7d6'

describe('a payment key', () => {
  it.each(keys)('$id: $type $typed is kept as $kept', async ({ type, typed, kept }) => {
    expect(await enter(type, typed)).toEqual(kept ?? refused)
  })

  it.each<[type: string, typed: string, kept: string | null]>([
    ['phone', '+55 (21) 98877-6655', phone],
    ['phone', '0055 21 98877-6655', phone],
    ['phone', '(021) 98877-6655', phone],
    ['phone', '0XX21 98877-6655', phone],
    ['phone', '0 15 21 98877-6655', phone],
    ['phone', '21.98877.6655', phone],
    ['phone', '(21) 9 8877–6655', phone],
    ['phone', 'tel:+5521988776655', phone],
    ['phone', '\u202A+55 21 98877-6655\u202C', phone],
    ['phone', '＋５５ ２１ ９８８７７-６６５５', phone],
    ['phone', '(11) 3344-5566', '+551133445566'],
    ['phone', '55 98877-6655', '+5555988776655'],
    ['phone', '98877-6655', null],
    ['phone', '(00) 98877-6655', null],
    ['phone', '(20) 98877-6655', null],
    ['phone', '(21) 98877-66555', null],
    ['random', `{${random.toUpperCase()}}`, random],
    ['random', random.replace('3', '３'), random],
    ['cpf', 'CPF: 401.992.035-47', '40199203547'],
    ['cpf', '４０１９９２０３５４７', '40199203547'],
    ['cnpj', 'CNPJ nº 7K.3PD.0AM/0001-20', '7K3PD0AM000120'],
    ['email', 'Marta <marta.recebe+pix@provedor.example>;', 'marta.recebe+pix@provedor.example'],
    ['email', 'marta.recebe@provedor.example.', 'marta.recebe@provedor.example'],
    ['random', ` "${random}" `, random],
    ['random', random.replaceAll('-', '\u2011'), random],
    ['random', random.replaceAll('-', ' '), random],
    ['random', `urn:uuid:${random}`, random],
    ['random', `${random}\u200B`, random],
    ['random', `${random}0`, null],
    ['random', random.replace('f', 'g'), null],
    ['email', ' Ana.Souza+Pix@Provedor.Example ', 'ana.souza+pix@provedor.example'],
    ['email', 'o’brien@provedor.example', "o'brien@provedor.example"],
    ['email', 'mailto:ana@provedor.example', 'ana@provedor.example'],
    ['email', '<ana@provedor.example>\u200B', 'ana@provedor.example'],
    ['email', `${'a'.repeat(60)}@provedor.example`, `${'a'.repeat(60)}@provedor.example`],
    ['email', `${'a'.repeat(61)}@provedor.example`, null],
    ['email', 'josé@provedor.example', null],
    ['email', 'ana@provedor', null],
    ['cnpj', '7K 3PD 0AM 0001 20', '7K3PD0AM000120'],
    ['cnpj', '7K.3PD.0AM/0001\u201320', '7K3PD0AM000120'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '00.000.000/0000-00', null],
    ['cpf', '401 992 035 47', '40199203547'],
    ['cpf', '401.992.035/47', '40199203547'],
    ['cpf', '401.992.035\u201347\u200B', '40199203547'],
    ['cpf', '111.111.111-11', null],
    ['cpf', '4019920354', null],
  ])('of type %s typed as %j is kept as %s', async (type, typed, kept) => {
    expect(await enter(type, typed)).toEqual(kept ?? refused)
  })
})
