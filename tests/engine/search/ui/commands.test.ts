import { describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { roleKeys } from '#resources/roles.ts'
import type { ResourceMap } from '#engine/records/ui/ResourcesContext.tsx'
import { bareCommands, closeCommands, commandIn, recordCommands } from '#engine/search/ui/commands.ts'
import { allPages, pagesMatching } from '#engine/search/ui/hits.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { translate } from '#tests/support/ui/translate.ts'

const asked = (roles: readonly string[], root = false) => ({
  actor: actorWith(roles, { root }),
  resources: resources as unknown as ResourceMap,
  translate,
})
const found = [
  { resource: 'affiliate', records: [{ id: 7, name: 'Ana', field: null, value: null }], hasMore: false },
  { resource: 'campaign', records: [{ id: 2, name: 'Ana no verão', field: null, value: null }], hasMore: false },
]

describe('a command of the palette', () => {
  test('is known by its verb, in the language of the pages and in English', () => {
    expect(commandIn('Pagar  Ana Lima', asked(roleKeys))).toEqual({ verb: 'pay', about: 'Ana Lima' })
    expect(commandIn('pay ana', asked(roleKeys))).toEqual({ verb: 'pay', about: 'ana' })
    expect(commandIn('fechar', asked([], true))).toEqual({ verb: 'close', about: '' })
    expect(commandIn('pagarias', asked(roleKeys))).toBeNull()
    expect(commandIn('Pagamento por afiliado', asked(roleKeys))).toBeNull()
  })

  test('is there for whoever may do it', () => {
    expect(commandIn('pagar ana', asked(['affiliate']))).toBeNull()
    expect(commandIn('fechar outubro', asked(roleKeys))).toBeNull()
    expect(commandIn('por que ana', asked(['affiliate']))).toBeNull()
    expect(commandIn('por que ana', asked(['entryByAffiliate']))).toEqual({ verb: 'why', about: 'ana' })
  })

  test('to pay, or to explain, leads there for each owner that was found', () => {
    const hits = recordCommands({ verb: 'pay', about: 'ana' }, found, asked(roleKeys))
    expect(hits.map(({ to, title }) => [to, title])).toEqual([
      ['/financial/affiliate/payment?pay=affiliate-7', 'Pagar Ana'],
    ])
    const [why] = recordCommands({ verb: 'why', about: 'ana' }, found, asked(roleKeys))
    expect(decodeURIComponent(why!.to)).toContain('/entry?filter={"affiliate":[7]}')
  })

  test('that names nobody leads to everybody who can be paid, or to every entry', () => {
    const to = (verb: 'pay' | 'why') => bareCommands({ verb, about: '' }, { translate })[0]!.to
    expect([to('pay'), to('why')]).toEqual(['/financial/affiliate/payment?pay=ready', '/entry'])
  })

  test('to close names the newest such month that has begun, today at most', () => {
    const close = (about: string) =>
      closeCommands(about, { today: '2026-11-23', locale: 'pt', translate }).map(({ to }) => to.split('?')[1])
    expect(close('outubro')).toEqual(['from=2026-10-01&to=2026-10-31'])
    expect(close('october')).toEqual(['from=2026-10-01&to=2026-10-31'])
    expect(close('dezembro')).toEqual(['from=2025-12-01&to=2025-12-31'])
    expect(close('março 2025')).toEqual(['from=2025-03-01&to=2025-03-31'])
    expect(close('')).toEqual(['from=2026-11-01&to=2026-11-23', 'from=2026-10-01&to=2026-10-31'])
    expect(close('brumário')).toEqual([])
  })

  test('to make something is found by any word for it', () => {
    const pages = allPages(asked(roleKeys))
    for (const text of ['novo afiliado', 'criar afiliado', 'nova campanha', 'new affiliate', 'create campaign'])
      expect(pagesMatching(pages, text)[0]!.to).toMatch(/^\/(affiliate|campaign)\/create$/)
  })
})
