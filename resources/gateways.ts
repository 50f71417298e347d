/** The gateways through which automatic payments can go; without settings of any of them nothing moves but in the sandbox. */
import { defineGateway } from '#engine/declaration/gateway.ts'

export const gateways = { http: defineGateway({ settings: 'PAYOUT_GATEWAY' }) } as const

/** Their names, in the order in which who chooses none is given one. */
export const gatewayNames = Object.keys(gateways) as (keyof typeof gateways)[]
