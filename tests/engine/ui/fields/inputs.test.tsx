import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Form } from 'react-admin'
import { useWatch } from 'react-hook-form'
import {
  choice,
  boolean,
  cpf,
  date,
  document,
  email,
  expression,
  type Field,
  fieldKinds,
  integer,
  list,
  manyOf,
  moment,
  money,
  password,
  paymentKey,
  percent,
  reference,
  references,
  slug,
  text,
  token,
  url,
} from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { defineResource, type AnyResource } from '#engine/declaration/resource.ts'
import { DistinctReferencesInput } from '#engine/ui/fields/inputs/references/DistinctReferencesInput.tsx'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { PasswordInput } from '#engine/ui/fields/inputs/PasswordInput.tsx'
import { RowsInput } from '#engine/ui/fields/inputs/RowsInput.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const sizes = defineChoices('parcelSize', ['small', 'large'])
const box = defineResource({
  name: 'box',
  path: '/registers/box',
  title: 'name',
  fields: { name: text({ search: true }) },
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  form: { all: ['name'] },
  access: { role: 'campaign', scope: 'everyone' },
}) as unknown as AnyResource
const options = [
  { id: 1, name: 'One' },
  { id: 2, name: 'Two' },
  { id: 3, name: 'Three' },
]

function Value() {
  return <output aria-label="the form's value">{JSON.stringify(useWatch({ name: 'it' }) ?? null)}</output>
}

function show(
  field: Field,
  { values = {}, page, ...dataProvider }: { values?: object; page?: React.ReactElement } & Record<string, unknown> = {},
) {
  const input = page ?? <FieldInput source="it" field={field} label="It" isRequired={field.required} />
  stage({
    actor: actorWith(['campaign']),
    resources: { box },
    pages: {},
    at: '/form',
    others: {
      '/form': (
        <Form record={{}} defaultValues={{ it: null, ...values }} noValidate>
          {input}
          <Value />
        </Form>
      ),
    },
    dataProvider: {
      getList: async (_: string, { filter }: { filter: { q?: string; id?: number[] } }) => {
        const data = options.filter(
          ({ id, name }) => (!filter.q || name.includes(filter.q)) && (!filter.id || filter.id.includes(id)),
        )
        return { data, total: data.length }
      },
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: options.filter(({ id }) => ids.includes(id)),
      }),
      ...dataProvider,
    },
  })
  return userEvent.setup()
}
const value = async () => JSON.parse((await screen.findByLabelText("the form's value")).textContent ?? '') as unknown
const hasValue = (expected: unknown) => waitFor(async () => expect(await value()).toEqual(expected))

describe('what is typed', () => {
  test.each<[string, Field, string, unknown]>([
    ['text', text() as Field, ' a b ', ' a b '],
    ['email', email() as Field, 'ana@example.com', 'ana@example.com'],
    ['url', url() as Field, 'https://x.example', 'https://x.example'],
    ['slug', slug({ from: 'name' }) as Field, 'a-b', 'a-b'],
    ['token', token({ prefix: 'af' }) as Field, 'af1', 'af1'],
    ['cpf', cpf() as Field, '529.982.247-25', '52998224725'],
    ['document', document({ kindFrom: 'type' }) as Field, '12ABC34501DE35', '12ABC34501DE35'],
    ['paymentKey', paymentKey({ kindFrom: 'type' }) as Field, '+5511999999999', '+5511999999999'],
    ['expression', expression() as Field, 'ngr * 2', 'ngr * 2'],
    ['integer', integer() as Field, '12', 12],
    ['percent', percent() as Field, '12,5', 12.5],
    ['money', money() as Field, '1.234,56', 1234.56],
    ['date', date() as Field, '01/02/2026', '2026-02-01'],
    ['comparison', text({ format: 'comparison' }) as Field, '>= 5,5', '>= 5.5'],
    ['comparison of thousands', text({ format: 'comparison' }) as Field, '>=1.000', '>=1000'],
    ['comparison written wrong', text({ format: 'comparison' }) as Field, '> 5,5', '> 5,5'],
  ])('in a %s becomes its value, and emptied nothing', async (_, field, typed, expected) => {
    const user = show(field)
    const input = await screen.findByRole('textbox', { name: /^It/ })
    await user.type(input, typed)
    await hasValue(expected)
    await user.clear(input)
    await hasValue(null)
  })

  test('shows the decimals of a comparison with the sign of the language', async () => {
    show(text({ format: 'comparison' }) as Field, { values: { it: '>= 5.5' } })
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^It/ })).toHaveProperty('value', '>= 5,5'))
  })

  test.each([
    ['the record', {}, money(), 'it', '$'],
    ['the record', { currency: 'USD' }, money(), 'it', 'US$'],
    ['the record', { currency: 'JPY' }, money(), 'it', 'JPY'],
    ['the row', { currency: 'USD', rows: [{ currency: 'EUR' }] }, money(), 'rows.0.it', '€'],
    ['a row without one', { currency: 'USD', rows: [{}] }, money(), 'rows.0.it', 'US$'],
    [
      'the record',
      { currency: 'USD', rows: [{ currency: 'EUR' }] },
      money({ currencyOf: 'record' }),
      'rows.0.it',
      'US$',
    ],
  ] as const)('of money stands behind the sign of %s: %j', async (_, values, field, source, sign) => {
    show(field as Field, { values, page: <FieldInput source={source} field={field as Field} label="It" /> })
    await screen.findByRole('textbox', { name: /^It/ })
    expect(screen.getByText(sign)).toBeTruthy()
  })

  test('that is no number stays to be corrected', async () => {
    const user = show(money() as Field)
    const input = await screen.findByRole('textbox', { name: /^It/ })
    await user.type(input, 'doze')
    await user.tab()
    await hasValue('doze')
    expect((input as HTMLInputElement).value).toBe('doze')
  })

  test('as a moment is one in UTC', async () => {
    const user = show(moment() as Field)
    await user.type(await screen.findByLabelText(/^It/), '2026-02-01T10:30')
    await hasValue('2026-02-01T10:30:00.000Z')
  })
})

test('a choice offers its values; an optional one can be emptied', async () => {
  const user = show(choice(sizes) as Field)
  await user.click(await screen.findByRole('combobox', { name: /^It/ }))
  await user.click(await screen.findByRole('option', { name: 'large' }))
  await hasValue('large')
  await user.click(screen.getByRole('combobox', { name: /^It/ }))
  await user.click(await screen.findByRole('option', { name: '–' }))
  await hasValue(null)
})

test('several of a list are checkboxes, kept in the order of the list', async () => {
  const user = show(manyOf(sizes) as Field)
  await user.click(await screen.findByRole('checkbox', { name: 'large' }))
  await user.click(screen.getByRole('checkbox', { name: 'small' }))
  await hasValue(['small', 'large'])
})

test('yes or no is a switch', async () => {
  const user = show(boolean() as Field, { values: { it: false } })
  await user.click(await screen.findByRole('switch', { name: 'It' }))
  await hasValue(true)
})

test('a reference is found by a part of its name', async () => {
  const user = show(reference('box') as Field)
  await user.type(await screen.findByRole('combobox', { name: /^It/ }), 'Tw')
  await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Two']))
  await user.click(screen.getByRole('option', { name: 'Two' }))
  await hasValue(2)
})

test('several references keep the order in which they were chosen', async () => {
  const user = show(references('box') as Field)
  await user.click(await screen.findByRole('combobox', { name: /^It/ }))
  await user.click(await screen.findByRole('option', { name: 'Two' }))
  await user.click(await screen.findByRole('option', { name: 'One' }))
  await hasValue([2, 1])
})

test.each([
  ['one record', reference('box') as Field],
  ['several', references('box') as Field],
])('a picker of %s keeps every letter while choices and names arrive', async (_, field) => {
  const isOne = field.kind === 'reference'
  const user = show(field, { values: { it: isOne ? 3 : [3] } })
  const input = await screen.findByRole('combobox', { name: /^It/ })
  if (isOne) await waitFor(() => expect((input as HTMLInputElement).value).toBe('Three'))
  if (isOne) await user.clear(input)
  await user.type(input, 'T')
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(0))
  await user.type(input, 'w')
  expect((input as HTMLInputElement).value).toBe('Tw')
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Two']))
  await user.type(input, 'ozzz')
  expect((input as HTMLInputElement).value).toBe('Twozzz')
  await user.tab()
  expect((input as HTMLInputElement).value).toBe('')
  await hasValue(isOne ? null : [3])
})

test('references that must differ have a place for each value, and come back in it', async () => {
  const field = references('box', { count: 2, distinctBy: 'size' }) as Field
  const getList = async (_: string, { filter }: { filter: { size?: string } }) => {
    const data = options.filter(({ id }) => (filter.size === 'small' ? id === 1 : id > 1))
    return { data, total: data.length }
  }
  const user = show(field, {
    values: { it: [1, 2] },
    page: <DistinctReferencesInput source="it" field={field} label="It" choices={sizes} />,
    getList,
  })
  const large = await screen.findByRole('combobox', { name: 'large' })
  await waitFor(() =>
    expect([
      (screen.getByRole('combobox', { name: 'small' }) as HTMLInputElement).value,
      (large as HTMLInputElement).value,
    ]).toEqual(['One', 'Two']),
  )
  await user.click(large)
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Two', 'Three'])
  await user.click(screen.getByRole('option', { name: 'Three' }))
  await hasValue([1, 3])
})

test('rows are typed into a table, added and removed', async () => {
  const field = list({ from: money({ required: true }), share: percent() }) as Field
  const user = show(field, {
    page: <RowsInput source="it" field={field} label="It" itemLabel={(item) => item} />,
    values: { it: [] },
  })
  await user.click(await screen.findByRole('button', { name: 'Adicionar linha' }))
  await user.type(screen.getByRole('textbox', { name: 'from 1' }), '7500')
  await user.type(screen.getByRole('textbox', { name: 'share 1' }), '30')
  await hasValue([{ from: 7500, share: 30 }])
  await user.click(screen.getByRole('button', { name: 'Remover a linha 1' }))
  // Whoever walks by keys is not thrown back to the page's beginning, and no heads stand over nothing.
  expect(window.document.activeElement).toBe(screen.getByRole('button', { name: 'Adicionar linha' }))
  expect(screen.queryByRole('table')).toBeNull()
  await hasValue([])
})

test('a password has its confirmation beside it and can be shown', async () => {
  const field = password({ confirmedBy: 'again', required: true }) as Field
  const user = show(field, {
    page: <PasswordInput source="it" field={field} label="It" confirmationLabel="Again" isRequired />,
  })
  const input = await screen.findByLabelText(/^It/)
  expect(input.getAttribute('type')).toBe('password')
  await user.type(input, 'Good-Secret-9')
  expect(within(screen.getByRole('list', { name: 'A senha precisa ter:' })).queryByTitle('Falta')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: /senha|password/i })[0]!)
  expect(input.getAttribute('type')).toBe('text')
  expect(screen.getByLabelText(/^Again/)).toBeTruthy()
})

test('a formula says what is wrong and where, and what comes out with sample values', async () => {
  const user = show(expression() as Field, { values: { it: '(ngr - affiliate_reward - abatment) * percentage' } })
  expect((await screen.findByText('$189,00')).textContent).toBe('$189,00')
  const input = screen.getByRole('textbox', { name: /^It/ })
  await user.clear(input)
  await user.type(input, 'ngrx * 2')
  expect(await screen.findByText(/A palavra ngrx é desconhecida/)).toBeTruthy()
  expect(screen.getByText('ngrx', { selector: 'mark' })).toBeTruthy()
})

test('every kind of field has an input, is made by the form itself, or is written by the API alone', () => {
  const ownInput = ['password', 'list', 'computed', 'blocks']
  for (const kind of fieldKinds.filter((each) => !ownInput.includes(each)))
    expect(() => FieldInput({ source: 'it', label: 'It', field: { kind } as Field }), kind).not.toThrow()
})
