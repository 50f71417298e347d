import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, ResourceContextProvider } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { DistinctReferencesInput } from '#engine/ui/fields/inputs/references/DistinctReferencesInput.tsx'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const all = resources as unknown as Readonly<Record<string, AnyResource>>
const records: Readonly<Record<string, object>> = { campaign: { id: 5, brand: 7 }, brand: { id: 7, company: 3 } }

/**
 * Opens a reference's autocomplete beside what stands in the form.
 * @returns what the server was asked for to fill it
 */
async function offered({
  of,
  name,
  values,
  company = 1,
  page,
}: {
  of: string
  name: string
  values: object
  company?: number
  page?: (field: Field) => React.ReactElement
}) {
  const getList = vi.fn(async (_target: string, _question: { filter: object }) => ({ data: [], total: 0 }))
  const getOne = vi.fn(async (target: string) => ({ data: records[target]! }))
  const [list, , item] = name.split('.')
  const field = item ? all[of]!.fields[list!]!.items![item]! : all[of]!.fields[name]!
  stage({
    actor: { ...actorWith([], { root: true }), company },
    resources: all,
    pages: {},
    at: '/form',
    dataProvider: { getList, getOne },
    others: {
      '/form': (
        <ResourceContextProvider value={of}>
          <Form record={{}} defaultValues={item ? values : { [name]: null, ...values }} noValidate>
            {page ? page(field) : <FieldInput source={name} field={field} label="It" isRequired={false} />}
          </Form>
        </ResourceContextProvider>
      ),
    },
  })
  const reached = Object.values(field.only ?? {}).some((each) => 'sameAs' in each && each.sameAs.includes('.'))
  if (reached) await waitFor(() => expect(getOne.mock.calls.map(([target]) => target)).toContain('brand'))
  await userEvent.setup().click((await screen.findAllByRole('combobox'))[0]!)
  await waitFor(() => expect(getList).toHaveBeenCalled())
  return getList.mock.calls.at(-1)!.slice(0, 2) as [string, { filter: object }]
}

describe('whoever sees several companies is offered, for a reference, what is of', () => {
  test.each([
    [
      'the company of the record',
      { of: 'affiliate', name: 'rewardProfile', values: { company: 3 } },
      'rewardProfile',
      { company: 3 },
    ],
    [
      'the own company, which a record gets that names none',
      { of: 'affiliate', name: 'brands', values: { company: null } },
      'brand',
      { company: 1 },
    ],
    ['the company of a user', { of: 'user', name: 'allowedBrands', values: { company: 3 } }, 'brand', { company: 3 }],
    [
      "the company of a sub brand's brand",
      { of: 'subBrand', name: 'partners', values: { brand: 7 } },
      'partner',
      { company: 3 },
    ],
    [
      "the company of the brand of a link's campaign",
      { of: 'action', name: 'affiliate', values: { campaign: 5 } },
      'affiliate',
      { company: 3 },
    ],
    [
      'the company of the record around a row',
      { of: 'reward', name: 'overrides.0.brand', values: { company: 3, overrides: [{ brand: null }] } },
      'brand',
      { company: 3 },
    ],
    [
      'the brand of the same row',
      { of: 'reward', name: 'overrides.0.campaign', values: { company: 3, overrides: [{ brand: 7, campaign: null }] } },
      'campaign',
      { brand: 7 },
    ],
  ] as const)('%s', async (_, asked, target, filter) => {
    expect(await offered(asked)).toMatchObject([target, { filter }])
  })

  test("a profile's company, in the place of each product", async () => {
    const page = (field: Field) => (
      <DistinctReferencesInput
        source="rewards"
        field={field}
        label="It"
        isRequired={false}
        choices={all['reward']!.fields['productType']!.choices!}
      />
    )
    expect(
      await offered({ of: 'rewardProfile', name: 'rewards', values: { company: 3, rewards: [] }, page }),
    ).toMatchObject(['reward', { filter: { company: 3, productType: 'bets' } }])
  })
})
