import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { readAs, readSelfAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { searchLengthMax, searchLengthMin, searchRecords, soughtText } from '#engine/search/server/searchRecords.ts'
import { explainEntry } from '#features/commission/server/explanation/explainEntry.ts'
import { answerWhatIf, simulatedKinds } from '#features/deals/server/whatIf/routes.ts'
import { readHolds } from '#features/payouts/server/holds/holds.ts'
import { listPayees } from '#features/payouts/server/payees/listPayees.ts'
import { canSeePayee } from '#features/payouts/server/payees/payee.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import { explainRoles } from './largestEntries.ts'
import { type Asked, holdsAll, tool, type Tool } from './tool.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

const payeeRoles = ['financial', 'paymentByAffiliate'] as const

const searchTool = ({ translate }: Asked): Tool =>
  tool({
    name: 'search',
    title: translate('assistant.tools.searchTitle'),
    description: translate('assistant.tools.search'),
    scope: 'records',
    input: () => z.strictObject({ q: z.string().min(searchLengthMin).max(searchLengthMax) }),
    async run({ context, actor, origin }, { q }) {
      const text = soughtText(q)
      if (text === null) throw new ApiError('invalid_request', { values: { reason: 'q is the text to look for' } })
      const groups = await searchRecords({ context, actor, text })
      const withUrls = groups.map(({ resource, records, hasMore }) => ({
        resource,
        hasMore,
        records: records.map((record) => ({
          ...record,
          url: `${origin}${resources[resource as keyof typeof resources].path}/${record.id}`,
        })),
      }))
      return { data: { groups: withUrls }, typedByPeople: ['name', 'value'] }
    },
  })

const explainTool = ({ translate }: Asked): Tool =>
  tool({
    name: 'explain_entry',
    title: translate('assistant.tools.entryTitle'),
    description: translate('assistant.tools.entry'),
    scope: 'reports',
    input: () => z.strictObject({ id }),
    async run({ context, request, origin }, { id: entry }) {
      const actor = await actorWithRoles(request, context, explainRoles)
      const db = readSelfAs(context.database, actor, 'by day')
      const explanation = await explainEntry(db, { actor, id: String(entry) })
      return {
        data: explanation,
        typedByPeople: ['name', 'reason', 'file', 'requestedBy', 'approvedBy'],
        url: `${origin}${resources.entry.path}/${entry}`,
      }
    },
  })

const whyNotPaidTool = ({ translate }: Asked): Tool =>
  tool({
    name: 'why_not_paid',
    title: translate('assistant.tools.notPaidTitle'),
    description: translate('assistant.tools.notPaid'),
    scope: 'reports',
    input: () => z.strictObject({ kind: z.enum(payeeKinds), id }),
    async run({ context, request, origin }, owner) {
      const actor = await actorWithRoles(request, context, payeeRoles)
      const db = readAs(context.database, actor)
      if (!(await canSeePayee({ db, actor }, owner))) throw new ApiError('not_found')
      const question = {
        statuses: [],
        owners: [owner],
        sort: { by: 'dueValue', isDescending: true },
        range: { from: 0, to: 24 },
      } as const
      const { rows } = await listPayees(db, { actor, question, ...currentBusinessTime(context, actor) })
      return {
        data: { due: rows, holds: await readHolds(db, owner) },
        typedByPeople: ['name', 'note', 'reason', 'by'],
        url: `${origin}/financial/affiliate/payment`,
      }
    },
  })

const whatIfTool = ({ translate }: Asked): Tool =>
  tool({
    name: 'what_if',
    title: translate('assistant.tools.whatIfTitle'),
    description: translate('assistant.tools.whatIf'),
    scope: 'reports',
    input: () =>
      z.strictObject({
        kind: z.enum(simulatedKinds as unknown as ['reward', ...'reward'[]]),
        id,
        month: z.string().max(7).optional().describe('YYYY-MM; or from and to'),
        from: z.string().max(10).optional(),
        to: z.string().max(10).optional(),
        values: z
          .record(z.string().max(60), z.unknown())
          .describe('fields of the record with their values after the edit'),
      }),
    async run({ context, actor, origin }, { kind, id: record, ...body }) {
      const answer = await answerWhatIf(context, { actor, kind, id: String(record), body, origin })
      return { data: answer, typedByPeople: ['name'], url: `${origin}${resources[kind].path}/${record}` }
    },
  })

/** Questions that have an answer of their own: search, why an entry, why not paid, what if. */
export function questionTools(asked: Asked): Tool[] {
  const { actor } = asked
  const mayTry = simulatedKinds.some((kind) => can({ actor, resource: resources[kind], operation: 'update' }))
  return [
    searchTool(asked),
    ...(holdsAll(asked, explainRoles) ? [explainTool(asked)] : []),
    ...(holdsAll(asked, payeeRoles) ? [whyNotPaidTool(asked)] : []),
    ...(mayTry ? [whatIfTool(asked)] : []),
  ]
}
