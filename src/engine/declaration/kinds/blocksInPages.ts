import { type Kind, valid } from './kind.ts'

/**
 * What stands for the kind of `blocks.ts` in pages (`imports` of package.json): no form types pieces yet, so the server
 * alone checks them.
 */
export const blocksKind = (_kinds: () => unknown): Kind => ({
  isSortable: false,
  cell: 'text',
  operators: ['type'],
  empty: [],
  column: () => 'jsonb',
  parse: valid,
  schema: () => ({}),
})
