import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { type Descriptions, id, moment } from '#engine/server/openapi/description.ts'
import { hasExternalIds } from './externalIdRoutes.ts'
import { isImported } from '../isImported.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()])).optional()
const refusal = z.object({
  row: z.int().describe('as spreadsheet programs number it'),
  field: z.string(),
  code: z.string(),
  message: z.string(),
  values,
  name: z.string().nullable(),
  cell: z.string().nullable(),
})
const shown = z
  .object({
    id,
    entity: z.string(),
    fileName: z.string(),
    mode: z.enum(['all', 'accepted']),
    step: z.enum(['check', 'import', 'undo']),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.object({ done: z.int(), total: z.int() }).nullable(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    refused: z.array(refusal).describe('of the first thousand rows; of an undo, the rows that stay'),
    refusedRows: z.int(),
    undone: z.int(),
    columns: z.array(
      z.object({
        head: z.string(),
        field: z.string().nullable(),
        by: z.enum(['given', 'saved', 'name', 'none']),
        samples: z.array(z.string()),
      }),
    ),
    source: z.string().describe('the system whose ids the external ids are'),
    cells: z.record(z.string(), z.record(z.string(), z.string())).describe('what was mended: row, field, text'),
    needsProof: z.boolean().describe('totp, or currentPassword, goes with the import'),
    problem: z.object({ code: z.string(), values }).nullable(),
    createdBy: z.string(),
    createdAt: moment,
    importedAt: moment.nullable(),
    undoUntil: moment.nullable(),
    undoneAt: moment.nullable(),
  })
  .meta({
    example: {
      id: 12,
      entity: 'campaign',
      fileName: 'campaigns.csv',
      mode: 'accepted',
      step: 'import',
      state: 'done',
      progress: null,
      rows: 3,
      created: 1,
      updated: 0,
      unchanged: 1,
      refused: [
        {
          row: 4,
          field: 'brand',
          code: 'import_reference_unknown',
          message: 'Nothing here is called "Aurora"',
          values: { value: 'Aurora' },
          name: 'Autumn',
          cell: 'Aurora',
        },
      ],
      refusedRows: 1,
      undone: 0,
      columns: [{ head: 'Nome', field: 'name', by: 'name', samples: ['Autumn'] }],
      source: 'import',
      cells: {},
      needsProof: false,
      problem: null,
      createdBy: 'ana@office.example',
      createdAt: '2026-11-27T10:00:00.000Z',
      importedAt: '2026-11-27T10:01:00.000Z',
      undoUntil: '2026-11-28T10:01:00.000Z',
      undoneAt: null,
    },
  })
const options = {
  dryRun: z.enum(['true', 'false']).optional().describe('true where nothing is said: nothing is written'),
  mapping: z
    .string()
    .optional()
    .describe(
      'JSON: {head: field} or {field: head}; or {columns, values: {field: {text: text}}, defaults: {field: text}, cells: {row: {field: text}}, names: {field: [head]}}',
    ),
  mode: z.enum(['all', 'accepted']).optional().describe('in one transaction or not at all, or the accepted rows only'),
  source: z.string().optional().describe('the system whose ids a column externalId holds'),
  name: z.string().optional().describe('of the file'),
  background: z.enum(['true', 'false']).optional().describe('answers at once; GET /api/import/{id} says how far it is'),
}
const refusals = [400, 401, 403, 404, 409, 413, 422] as const
const ofImport = [401, 403, 404] as const
const entities = (Object.values(resources) as unknown as AnyResource[]).filter(isImported)

const perEntity = entities.flatMap(({ name }): [string, Descriptions[string]][] => [
  [
    `POST /api/${name}/import`,
    {
      tag: name,
      summary: `Imports ${name} records of a CSV or XLSX file, sent as the body; or, as JSON {upload: id of an earlier answer, totp, currentPassword} with the same properties, of one that was sent before`,
      query: z.object(options),
      body: z.string().describe('the file'),
      bodyType: 'application/octet-stream',
      answer: shown,
      refusals,
    },
  ],
])

const externalId = z.object({ source: z.string().max(60), value: z.string().max(200).nullable() })
const named = (Object.values(resources) as unknown as AnyResource[])
  .filter(hasExternalIds)
  .flatMap(({ name }): [string, Descriptions[string]][] => [
    [
      `GET /api/${name}/:id/external_id`,
      {
        tag: name,
        summary: 'By which ids other systems know the record, one a system; the search finds it by them',
        answer: z.array(externalId).meta({ example: [{ source: 'affilka', value: '4101' }] }),
        refusals: [401, 403, 404],
      },
    ],
    [
      `PUT /api/${name}/:id/external_id`,
      {
        tag: name,
        summary: 'Sets the id that a system has for the record; null takes it away',
        body: externalId.meta({ example: { source: 'affilka', value: '4101' } }),
        answer: externalId.meta({ example: { source: 'affilka', value: '4101' } }),
        refusals: [400, 401, 403, 404],
      },
    ],
  ])

/** Imports of records, and what becomes of them. */
export const importDescriptions: Descriptions = {
  ...Object.fromEntries(named),
  ...Object.fromEntries(perEntity),
  'GET /api/import': {
    tag: 'import',
    summary: 'The newest imports of whoever asks',
    query: z.object({ entity: z.string().optional() }),
    answer: z.array(shown),
    refusals: [401, 403],
  },
  'GET /api/import/:id': {
    tag: 'import',
    summary: 'How far an import is, and what came of it',
    answer: shown,
    refusals: ofImport,
  },
  'GET /api/import/:id/rows': {
    tag: 'import',
    summary: 'Rows of an import, 200 at a time',
    query: z.object({ operation: z.enum(['create', 'update', 'refuse']).optional(), offset: z.int().optional() }),
    answer: z.array(
      z.object({
        row: z.int(),
        operation: z.string(),
        record: id.nullable(),
        name: z.string().nullable(),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    refusals: [400, ...ofImport],
  },
  'GET /api/import/:id/refused': {
    tag: 'import',
    summary: 'The refused rows with the reasons, to be mended',
    query: z.object({ language: z.string().optional() }),
    answer: csvType,
    refusals: ofImport,
  },
  'POST /api/import/:id/undo': {
    tag: 'import',
    summary:
      'Takes an import back within a day: what it made goes to the trash, what it changed gets its former values; what was changed since stays',
    body: z.object({ background: z.boolean().optional(), totp: z.string().optional() }),
    answer: shown,
    refusals: [400, ...ofImport, 409],
  },
  'DELETE /api/import/:id': {
    tag: 'import',
    summary: 'Removes a file that was not imported',
    answer: z.object({ id }),
    refusals: [...ofImport, 409],
  },
}
