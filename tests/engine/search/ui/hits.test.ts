import { describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { roleKeys } from '#resources/roles.ts'
import type { ResourceMap } from '#engine/records/ui/ResourcesContext.tsx'
import { allPages, pagesMatching, recordGroups } from '#engine/search/ui/hits.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { translate } from '#tests/support/ui/translate.ts'

const actor = (roles: readonly string[], root = false): Actor => ({
  kind: 'user',
  userId: 1,
  name: 'a@b.example',
  root,
  roles: new Set(roles) as Actor['roles'],
  company: 1,
  allowedBrands: [1],
  partner: null,
})
const pagesOf = (roles: readonly string[], root = false) =>
  allPages({ actor: actor(roles, root), resources: resources as unknown as ResourceMap, translate })
const titles = (roles: readonly string[], root = false) => pagesOf(roles, root).map(({ title }) => title)

describe('the pages of the palette', () => {
  test('are those of the menu, and those it does not name, each once', () => {
    const pages = pagesOf(roleKeys)
    expect(titles(roleKeys)).toEqual(
      expect.arrayContaining(['Afiliados', 'Parceiros', 'Hierarquia de parceiros', 'Minha conta', 'Criar: Campanha']),
    )
    expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length)
  })

  test('keep to the rights: nothing one could not open', () => {
    const few = titles(['campaign'])
    expect(few).toEqual(expect.arrayContaining(['Campanhas', 'Criar: Campanha', 'Minha conta']))
    for (const hidden of ['Afiliados', 'Hierarquia de parceiros', 'Log de auditoria', 'Criar: Afiliado', 'Empresas'])
      expect(few).not.toContain(hidden)
    expect(titles([], true)).toEqual(expect.arrayContaining(['Log de auditoria', 'Criar: Marca', 'Empresas']))
    expect(titles(roleKeys)).not.toContain('Criar: Marca')
  })

  test('are found by every word of the text, whatever its case and accents, those that begin with it first', () => {
    const pages = [
      { to: '/a', title: 'Atividade por afiliado' },
      { to: '/b', title: 'Afiliados' },
      { to: '/c', title: 'Ações' },
    ]
    expect(pagesMatching(pages, 'AFILIADO').map(({ to }) => to)).toEqual(['/b', '/a'])
    expect(pagesMatching(pages, 'acoes').map(({ to }) => to)).toEqual(['/c'])
    expect(pagesMatching(pages, 'afil ativ').map(({ to }) => to)).toEqual(['/a'])
    expect(pagesMatching(pages, 'zebra')).toEqual([])
  })
})

describe('the records of the palette', () => {
  test('say by what they were found, CPF with its dots, and lead to the record', () => {
    const found = [
      { resource: 'affiliate', records: [{ id: 7, name: 'Ana', field: 'cpf', value: '52998224725' }], hasMore: false },
    ]
    expect(recordGroups({ found, text: '529', translate })).toEqual([
      {
        name: 'affiliate',
        title: 'Afiliados',
        hits: [{ to: '/affiliate/7', title: 'Ana', detail: 'CPF: 529.982.247-25' }],
      },
    ])
  })

  test('lead to the list with the same search where there are more', () => {
    const found = [{ resource: 'brand', records: [{ id: 1, name: 'Bet', field: null, value: null }], hasMore: true }]
    const [group] = recordGroups({ found, text: 'b&t', translate })
    expect(group!.hits).toEqual([
      { to: '/brand/1', title: 'Bet' },
      { to: `/brand?filter=${encodeURIComponent('{"q":"b&t"}')}`, title: expect.any(String), isMore: true },
    ])
  })
})
