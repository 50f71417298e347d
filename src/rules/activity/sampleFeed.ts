import type { Day } from '#engine/values/calendar.ts'
import { barReasons } from '../deals/constants.ts'
import { eventProperties, type EventRule } from './events.ts'

/**
 * A feed file with one event of each type that can be told, for somebody who makes a first one. The player is made up.
 * @param types what can be told, by type; @param day on which everything happens; @param token of the link behind it
 */
export function sampleFeed(types: Readonly<Record<string, EventRule>>, day: Day, token: string): string {
  const isReasoned = Object.values(types).some(({ reason }) => reason === 'required')
  const columns = [...eventProperties, ...(isReasoned ? ['reason'] : [])]
  const rows = Object.entries(types).map(([type, { player, product, amount, reason }], index) => {
    const values: Readonly<Record<string, string>> = {
      event_id: `example-${index + 1}`,
      type,
      occurred_at: `${day}T10:${String(index).padStart(2, '0')}:00Z`,
      player_ref: player === 'required' || product ? 'player-1' : '',
      action_token: token,
      product: product ? 'bets' : '',
      amount: amount === 'none' ? '' : `${10 + index}.50`,
      currency: amount === 'none' ? '' : 'BRL',
      reason: reason === 'required' ? barReasons[0]! : '',
    }
    return columns.map((column) => values[column] ?? '').join(',')
  })
  return [columns.join(','), ...rows, ''].join('\n')
}
