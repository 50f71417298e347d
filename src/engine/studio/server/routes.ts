import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ConfigurationProblem } from '#engine/declaration/checks/configuration.ts'
import { overlayInForce, readPublished } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { DraftAnswer, StudioAnswer } from '../answers/studio.ts'
import { overlayDifferences } from '../differences.ts'
import { deleteDraft, publish, readDraft, readVersions, storeDraft } from './overlays.ts'
import { readCounts } from './readCounts.ts'
import { refuseLostValues } from './refuseLostValues.ts'
import { unfitValues } from './unfitValues.ts'

/** What the studio asks of the rest of the product. */
export interface StudioParts {
  /** Finds the mistakes of an overlay, as the check of the configuration does. */
  readonly check: (overlay: Overlay) => Promise<readonly ConfigurationProblem[]>
  /** Whether servers can begin with an overlay: its columns are there, or come by themselves. */
  readonly hasColumns: (overlay: Overlay) => Promise<boolean>
}

async function rootOf(request: FastifyRequest, context: AppContext): Promise<Actor & { readonly userId: number }> {
  const actor = await actorOf(request, context)
  if (!actor.root || actor.userId === null) throw new ApiError('user_must_be_root')
  return { ...actor, userId: actor.userId }
}

const servedVersion = readPublished()?.version ?? 0

const anOverlay = z.record(z.string(), z.unknown())
const version = z.int().min(0)
const draftBody = z.strictObject({ overlay: anOverlay.nullable(), basedOn: version })
const publishBody = z.strictObject({ version: version.optional() })

function bodyOf<Body>(request: FastifyRequest, schema: z.ZodType<Body>): Body {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_request', { values: { reason: z.prettifyError(parsed.error).slice(0, 200) } })
}

/**
 * The configuration studio, for root: `GET /api/studio`, `PUT /api/studio/draft {overlay, basedOn}` (null throws it
 * away), `POST /api/studio/publish {version}` (the own draft, or what a version said anew).
 */
export function studioRoutes(app: FastifyInstance, context: AppContext, { check, hasColumns }: StudioParts): void {
  const tags = ['studio']
  const { db } = context.database

  async function newest(): Promise<{ version: number; overlay: Overlay }> {
    const [last] = await readVersions(db, 1)
    return { version: last?.version ?? 0, overlay: last?.overlay ?? (servedVersion === 0 ? overlayInForce : {}) }
  }

  /** What the check finds; where it finds nothing, what stored values contradict. */
  async function problemsOf(
    before: Overlay,
    overlay: Overlay,
  ): Promise<readonly Pick<ConfigurationProblem, 'where' | 'what' | 'how'>[]> {
    const problems = await check(overlay)
    return problems.length > 0 ? problems : await unfitValues(db, before, overlay)
  }

  async function publishAs(
    request: FastifyRequest,
    actor: Actor & { userId: number },
    { overlay, basedOn }: { overlay: Overlay; basedOn: number },
  ) {
    const before = await newest()
    if (before.version !== basedOn) throw new ApiError('stale_version')
    const [problem] = await problemsOf(before.overlay, overlay)
    if (problem)
      throw new ApiError('overlay_wrong', { values: { reason: `${problem.where}: ${problem.what} ${problem.how}` } })
    await refuseLostValues(db, before.overlay, overlay)
    if (!(await hasColumns(overlay))) throw new ApiError('overlay_needs_migration')
    const version = await inTransaction(db, async (transaction) => {
      const published = await publish(transaction, { userId: actor.userId, overlay, basedOn })
      await deleteDraft(transaction, actor.userId)
      await logActivity(transaction, {
        actor,
        request: requestOrigin(request),
        operation: 'publishOverlay',
        object: 'overlay',
        objectId: published,
        changes: overlayDifferences(before.overlay, overlay).map(({ path, before: was, after }) => ({
          field: path.slice(1).join('.'),
          before: was ?? null,
          after: after ?? null,
        })),
      })
      return published
    })
    return { version }
  }

  app.get(
    '/api/studio',
    { schema: { tags, summary: 'Versions, counts and the own draft of the studio (root)' } },
    async (request, reply) => {
      const { userId } = await rootOf(request, context)
      reply.header('cache-control', 'no-store')
      const [versions, last, draft, counts] = [
        await readVersions(db),
        await newest(),
        await readDraft(db, userId),
        await readCounts(db),
      ]
      return { serves: servedVersion, versions, overlay: last.overlay, draft, counts } satisfies StudioAnswer
    },
  )
  app.put(
    '/api/studio/draft',
    { schema: { tags, summary: 'Keep a draft that nobody else sees, or throw it away (root)' } },
    async (request): Promise<DraftAnswer> => {
      const { userId } = await rootOf(request, context)
      const { overlay, basedOn } = bodyOf(request, draftBody) as { overlay: Overlay | null; basedOn: number }
      const problems = overlay === null ? [] : await problemsOf((await newest()).overlay, overlay)
      if (overlay === null) await deleteDraft(db, userId)
      else if (problems.length === 0) await storeDraft(db, { userId, overlay, basedOn })
      return { problems: problems.map(({ where, what, how }) => ({ where, what, how })) }
    },
  )
  app.post(
    '/api/studio/publish',
    { schema: { tags, summary: 'Publish the own draft, or what an earlier version said, as the next version (root)' } },
    async (request) => {
      const actor = await rootOf(request, context)
      const { version } = bodyOf(request, publishBody)
      if (version === undefined) {
        const draft = await readDraft(db, actor.userId)
        if (!draft) throw new ApiError('not_found')
        return publishAs(request, actor, draft)
      }
      const versions = await readVersions(db, 10_000)
      const overlay = version === 0 ? {} : versions.find((each) => each.version === version)?.overlay
      if (!overlay) throw new ApiError('not_found')
      return publishAs(request, actor, { overlay, basedOn: versions[0]?.version ?? 0 })
    },
  )
}
