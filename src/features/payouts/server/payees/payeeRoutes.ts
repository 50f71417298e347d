import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ownerSorts, payeeStatuses } from '#rules/payouts/payoutStatus.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { listPayees, type OwnersQuestion } from './listPayees.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

const pageSizeMax = 1000
const schema = {
  tags: ['payment'],
  summary:
    'Affiliates and partners with pending entries, and why they are not paid: kind, status (repeated or with commas), owner (affiliate-7,partner-3), requested (true), brand, q, sort (name, -dueValue), from and to (positions)',
}

const position = z.coerce.number().int().min(0).max(1_000_000_000)
/** `affiliate-7,partner-3`, so many at most. */
const ownersPattern = new RegExp(`^(?:(?:${payeeKinds.join('|')})-[1-9]\\d{0,14}(?:,(?!$)|$)){1,500}$`)
const querySchema = z.strictObject({
  kind: z.enum(payeeKinds).optional(),
  status: z.union([z.string(), z.array(z.string())]).optional(),
  owner: z.string().regex(ownersPattern).optional(),
  /** Only those who asked to be paid and wait. */
  requested: z.literal('true').optional(),
  brand: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  q: z
    .string()
    .max(100)
    .refine((text) => !hasUnstorableCharacters(text))
    .optional(),
  sort: z.string().optional(),
  from: position.optional(),
  to: position.optional(),
})

function problemOf(field: string): Problem {
  if (field === 'kind') return { field, code: 'invalid_choice', values: { choices: payeeKinds.join(', ') } }
  if (field === 'brand') return { field, code: 'invalid_brand' }
  return {
    field,
    code: field === 'from' || field === 'to' ? 'invalid_page' : 'invalid_type',
    values: { expected: 'a text' },
  }
}

/** Reads the query. @throws ApiError 400 naming the parameter */
function readQuestion(query: unknown): OwnersQuestion {
  // An empty parameter is one that is not there.
  const given = Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''))
  const parsed = querySchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw validationError([
      issue!.code === 'unrecognized_keys'
        ? { field: issue!.keys[0]!.slice(0, 60), code: 'unknown_filter' }
        : problemOf(String(issue!.path[0])),
    ])
  }
  const { kind, status, owner, requested, brand, q, sort = '-dueValue', from = 0, to = from + 24 } = parsed.data
  const statuses = [status ?? []].flat().flatMap((each) => each.split(','))
  if (statuses.some((each) => !payeeStatuses.some((known) => known === each)))
    throw validationError([{ field: 'status', code: 'invalid_choice', values: { choices: payeeStatuses.join(', ') } }])
  const by = sort.replace(/^-/, '')
  if (!ownerSorts.some((known) => known === by)) throw validationError([{ field: 'sort', code: 'unknown_sort' }])
  if (to < from || to - from >= pageSizeMax) throw validationError([{ field: 'to', code: 'invalid_page' }])
  return {
    kind,
    statuses,
    owners: owner?.split(',').map((each) => {
      const [of, id] = each.split('-')
      return { kind: of, id: Number(id) }
    }),
    isRequested: requested === 'true',
    brand,
    q: q?.trim(),
    sort: { by, isDescending: sort.startsWith('-') },
    range: { from, to },
  } as OwnersQuestion
}

/** `GET /api/payment/owners`: whom something is due to, and why it is not paid. */
export function ownerRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/payment/owners', { schema }, async (request) => {
    const actor = await actorWithRoles(request, context, ['financial', 'paymentByAffiliate'])
    const question = readQuestion(request.query)
    return listPayees(readAs(context.database, actor), { actor, question, ...currentBusinessTime(context, actor) })
  })
}
