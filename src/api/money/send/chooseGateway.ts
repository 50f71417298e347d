import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { httpGateway } from './httpGateway.ts'
import type { PayoutGateway } from './payoutGateway.ts'
import { sandboxGateway } from './sandboxGateway.ts'

const gateways = new WeakMap<AppContext, PayoutGateway>()
/** Nobody outside signs as the sandbox: where the operator gave no secret, each process makes its own. */
const ownSecret = randomBytes(32).toString('base64url')

/** The secret of a sandbox's webhooks. */
export function sandboxSecret({ environment }: Pick<AppContext, 'environment'>): string {
  return environment.payoutGatewaySecret ?? ownSecret
}

function choose(context: AppContext): PayoutGateway {
  const { environment, database, now } = context
  const { payoutGatewayUrl: url, payoutGatewaySecret: secret } = environment
  if (url && secret) return httpGateway({ url, secret, now })
  return sandboxGateway({ db: database.db, secret: sandboxSecret(context), now })
}

/**
 * The gateway of this server: over HTTPS where the operator named one, else the sandbox.
 * @throws Error naming the remedy where its address cannot be used
 */
export function payoutGateway(context: AppContext): PayoutGateway {
  const known = gateways.get(context)
  if (known) return known
  const gateway = choose(context)
  gateways.set(context, gateway)
  return gateway
}
