import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { payoutGateways, sandboxSecret } from './chooseGateway.ts'
import { sandboxName, tellSandboxOutcomes } from './sandboxGateway.ts'
import { signatureHeader, signedHeaders, timestampHeader } from './signature.ts'
import { receiveWebhook } from './receiveWebhook.ts'

/**
 * Delivers what is due of the sandbox gateway, by the way every webhook goes; with another gateway there is nothing to
 * do.
 */
export async function deliverSandboxWebhooks(context: AppContext): Promise<number> {
  if (!payoutGateways(context).has(sandboxName)) return 0
  const now = context.now()
  return tellSandboxOutcomes(context.database.db, {
    now,
    tell: async (outcome) => {
      const body = JSON.stringify({
        id: outcome.id,
        state: outcome.state,
        ...(outcome.reason ? { reason: outcome.reason } : {}),
      })
      const headers = signedHeaders({ secret: sandboxSecret(context), text: body, now })
      try {
        await receiveWebhook(context, {
          body,
          signature: headers[signatureHeader],
          timestamp: headers[timestampHeader],
        })
        return true
      } catch (error) {
        // A payment that is gone needs no telling; anything else is told again.
        if (error instanceof ApiError && error.code === 'not_found') return true
        throw error
      }
    },
  })
}
