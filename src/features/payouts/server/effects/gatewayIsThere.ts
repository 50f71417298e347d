import { gateways } from '#resources/gateways.ts'
import type { Gateways } from '#engine/declaration/gateway.ts'
import { payoutGateways } from '../disbursement/chooseGateway.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

/** Nobody chooses a gateway that the operator gave no settings for: payments would wait for it without end. */
export const gatewayIsThere: Check = async ({ context, after, changed }) => {
  const name = after?.['gateway']
  if (!changed.includes('gateway') || typeof name !== 'string' || payoutGateways(context).has(name)) return []
  const { settings } = (gateways as Gateways)[name]!
  return [{ field: 'gateway', code: 'gateway_not_set_up', values: { settings } }]
}
