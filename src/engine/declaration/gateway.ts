import type { Exactly } from './fields/index.ts'

/** What is said of a payout gateway; what all of them speak is in docs/reference/payout-gateway.md. */
export interface GatewayDefinition {
  /**
   * What its two variables begin with, `PAYOUT_GATEWAY_ACQUIRER` for `PAYOUT_GATEWAY_ACQUIRER_URL` and
   * `PAYOUT_GATEWAY_ACQUIRER_SECRET`: addresses and secrets are the operator's and stand in no file.
   */
  readonly settings: string
}

/** Every gateway, by its name. */
export type Gateways = Readonly<Record<string, GatewayDefinition>>

/**
 * Declares a gateway through which automatic payments can go. Companies choose among them; who chooses none pays through
 * the first that has its settings.
 * @example http: defineGateway({ settings: 'PAYOUT_GATEWAY' })
 */
export const defineGateway = <const G extends GatewayDefinition>(definition: Exactly<G, GatewayDefinition>): G =>
  definition
