/** What a brand's platform can tell us, by type. What is added up of it stands in `movement.ts`. */
import { defineEvent } from '#engine/declaration/activity.ts'

export const events = {
  click: defineEvent({ amount: 'none' }),
  registration: defineEvent({ player: 'required', amount: 'none' }),
  deposit: defineEvent({ player: 'required', amount: 'positive' }),
  withdrawal: defineEvent({ player: 'required', amount: 'positive' }),
  bet: defineEvent({ product: true, amount: 'positive' }),
  win: defineEvent({ product: true, amount: 'positive' }),
  bonus: defineEvent({ product: true, amount: 'positive' }),
  chargeback: defineEvent({ product: true, amount: 'positive' }),
  barred: defineEvent({ player: 'required', amount: 'none', reason: 'required' }),
  adjustment: defineEvent({ product: true, amount: 'signed' }),
} as const

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    event: keyof typeof events
  }
}
