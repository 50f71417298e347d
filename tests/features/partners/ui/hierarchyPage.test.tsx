import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { OfficeProvider } from '#engine/ui/shell/OfficeContext.tsx'
import { HierarchyPage } from '#features/partners/ui/hierarchy/HierarchyPage.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const rates = { version: 4, company: 1, percentage: 20, abatement: 0, affiliateCount: 0, subBrands: [] }
const hierarchy = {
  levels: [
    { id: 1, name: 'Manager', company: 1, level: 1, expression: null },
    { id: 2, name: 'Promoter', company: 1, level: 2, expression: null },
  ],
  partners: [
    { ...rates, id: 1, name: 'Helena', partnerLevel: 1, parent: null, affiliateCount: 1 },
    { ...rates, id: 2, name: 'Otávio', partnerLevel: 2, parent: 1 },
    { ...rates, id: 3, name: 'Rafael', partnerLevel: 1, parent: null },
  ],
  freeAffiliates: [],
}

const user = { name: 'Ana', company: null, roles: [], root: false }
const calls = { savePreferences: async () => undefined, logout: () => undefined, onTrouble: () => () => undefined }

function show({
  roles = ['partner', 'affiliate'],
  ...dataProvider
}: { roles?: string[] } & Record<string, unknown> = {}) {
  const view = stage({
    actor: actorWith(roles),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/tree',
    others: {
      '/tree': (
        <OfficeProvider user={user} calls={calls}>
          <HierarchyPage />
        </OfficeProvider>
      ),
    },
    dataProvider: {
      read: async () => hierarchy,
      getList: async () => ({ data: [{ id: 9, name: 'Elisa', version: 2 }], total: 1 }),
      getOne: async () => ({ data: { id: 9, version: 2 } }),
      ...dataProvider,
    },
  })
  return { ...view, user: userEvent.setup() }
}
const row = (name: RegExp | string) => screen.findByRole('row', { name })
const focused = () => document.activeElement?.id

describe('the hierarchy page', () => {
  test('shows whoever sees several companies one at a time', async () => {
    const both = {
      levels: [...hierarchy.levels, { id: 21, name: 'Gerente', company: 2, level: 1, expression: null }],
      partners: [...hierarchy.partners, { ...rates, id: 9, name: 'Zélia', company: 2, partnerLevel: 21, parent: null }],
      freeAffiliates: [{ company: 2, count: 3 }],
    }
    const { user } = show({
      read: async () => both,
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Company ${id}` })),
      }),
    })
    await row(/Helena/)
    expect(screen.queryByRole('row', { name: /Zélia|sem parceiro/ })).toBeNull()
    await user.click(await screen.findByRole('combobox', { name: 'Empresa' }))
    await user.click(await screen.findByRole('option', { name: 'Company 2' }))
    expect(await row(/Zélia/)).toBeTruthy()
    expect(await row(/sem parceiro/)).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Helena/ })).toBeNull()
  })

  test('shows partners below their parents, with level and rates', async () => {
    show()
    expect((await row(/Helena/)).getAttribute('aria-level')).toBe('1')
    const below = await row(/Otávio/)
    expect(below.getAttribute('aria-level')).toBe('2')
    expect(within(below).getAllByRole('gridcell')[1]!.textContent).toBe('Promoter')
  })

  test('is walked by the arrow keys: down and up through rows, right into a row and its controls, left back and out', async () => {
    const { user } = show()
    ;(await row(/Helena/)).focus()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('affiliates-of-1')
    await user.keyboard('{ArrowRight}')
    expect(await row(/Elisa/)).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('affiliate-9')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Mover Elisa')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(focused()).toBe('affiliates-of-1')
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('row', { name: /Elisa/ })).toBeNull()
    await user.keyboard('{End}')
    expect(focused()).toBe('partner-3')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(screen.queryByRole('row', { name: /Otávio/ })).toBeNull()
  })

  test('has one stop of the Tab key for all its rows', async () => {
    show()
    await row(/Helena/)
    expect(
      [...document.querySelectorAll('[data-tree-row]')].filter((element) => element.getAttribute('tabindex') === '0'),
    ).toHaveLength(1)
  })

  test("moves a partner and changes its rates by the record's own update, with its version and only what changed", async () => {
    const update = vi.fn(async () => ({ data: { id: 2 } }))
    const { user } = show({ update })
    await user.click(await screen.findByRole('button', { name: 'Editar Otávio' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Vale a partir de hoje')
    await user.click(within(dialog).getByRole('combobox', { name: 'Parceiro superior' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Helena'),
      expect.stringContaining('Rafael'),
    ])
    await user.click(screen.getByRole('option', { name: /Rafael/ }))
    const percentage = within(dialog).getByRole('textbox', { name: 'Percentual' })
    await user.clear(percentage)
    await user.type(percentage, '17,5')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(update).toHaveBeenCalledWith('partner', {
        id: 2,
        data: { parent: 3, percentage: 17.5, version: 4 },
        previousData: { id: 2 },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps the dialog open with the reason where a change is refused', async () => {
    const update = vi.fn(async () => {
      throw toHttpError(400, {
        code: 'validation_failed',
        details: { percentage: [{ code: 'too_large', values: { max: 100 } }] },
      })
    })
    const { user } = show({ update })
    await user.click(await screen.findByRole('button', { name: 'Editar Rafael' }))
    await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Percentual' }), '0')
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toContain('100')
  })

  test('hangs an affiliate on another partner', async () => {
    const update = vi.fn(async () => ({ data: { id: 9 } }))
    const { user } = show({ update })
    ;(await row(/Afiliados \(1\)/)).focus()
    await user.keyboard('{ArrowRight}')
    await user.click(await screen.findByRole('button', { name: 'Mover Elisa' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Parceiro' }))
    await user.click(await screen.findByRole('option', { name: /Rafael/ }))
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(update).toHaveBeenCalledWith('affiliate', {
        id: 9,
        data: { partner: 3, version: 2 },
        previousData: { id: 9 },
      }),
    )
  })

  test('finds partners by name and shows them with those above', async () => {
    const { user } = show()
    await user.type(await screen.findByRole('searchbox', { name: 'Procurar na hierarquia' }), 'otavio')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Rafael/ })).toBeNull())
    expect(await row(/Helena/)).toBeTruthy()
    expect(screen.getByText('1 encontrado')).toBeTruthy()
  })

  test('is not found by whoever may not list partners', async () => {
    const read = vi.fn()
    show({ roles: ['affiliate'], read })
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(read).not.toHaveBeenCalled()
  })
})
