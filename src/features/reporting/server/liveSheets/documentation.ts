import { z } from 'zod'
import { type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const tag = 'report'
const sheet = z.object({
  id,
  report: z.string(),
  name: z.string(),
  query: z.string().describe("as in the page's address; `preset` moves on with the calendar, no keys or moments"),
  language: z.string().describe('of heads and numbers: pt and es write 1,5 between semicolons, en 1.5 between commas'),
  hint: z.string(),
  createdAt: moment,
  expiresAt: moment,
  lastUsedAt: moment.nullable(),
})

/** Reports that spreadsheet programs read at an address of their own. */
export const liveSheetDescriptions: Descriptions = {
  'GET /api/sheet/:key': {
    tag,
    summary:
      'A live sheet as CSV, UTF-8: what rows stand for, currency, measures; read with the rights of its maker at this moment; 401 once it is ended or expired, or its maker may no longer read the report',
    answer: 'text/csv',
    refusals: [400, 401, 422, 429],
    isOpen: true,
  },
  'GET /api/me/sheet': {
    tag,
    summary: "One's own live sheets, with their last use",
    answer: z.array(sheet),
    refusals: [401, 403],
  },
  'POST /api/me/sheet': {
    tag,
    summary: 'Make a live sheet; its address is answered this once',
    body: sheet
      .pick({ report: true, query: true, name: true, language: true })
      .extend({ days: z.int().min(1).max(365), totp: z.string().optional() }),
    answer: sheet.extend({ url: z.string(), formula: z.string().describe('for Google Sheets') }),
    refusals: [400, 401, 403, 404, 422, 429],
  },
  'DELETE /api/me/sheet/:id': {
    tag,
    summary: 'End a live sheet: its address opens nothing any more',
    answer: sheet,
    refusals: [400, 401, 403, 404],
  },
}
