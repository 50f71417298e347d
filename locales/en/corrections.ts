/** Mails to affiliates about a changed deal or moved players. */
export const notice = {
  deal: {
    subject: 'Your deal has changed',
    lead: 'Your deal has changed. The new one applies from %{day}.',
    month: 'Your commission from %{from} to %{to}, under the previous deal and the new one:',
    nothing: 'From %{from} to %{to} you had no commission under either deal.',
    unknown: 'The commission from %{from} to %{to} could not be calculated under both deals.',
    product: '%{product}: %{before} before, %{after} under the new deal',
    total: 'Total: %{before} before, %{after} under the new deal',
    assumed: 'This is a simulation with the same activity. What you have already earned does not change.',
    before: 'Previous deal:',
    after: 'New deal:',
  },
  subject: 'Players moved in your affiliate account',
  playersLeft:
    '%{players} players who registered since %{day} through your link %{link} were moved to another affiliate, because the link was wrong.',
  playersCame: '%{players} players who registered since %{day} through a wrong link were moved to your link %{link}.',
  differences: 'Change in your commission: %{values}. Your entries show every cent.',
  nothingDue: 'Your commission does not change.',
}

/** Moving players from a wrong link to another. */
export const movePlayers = {
  open: 'Move players',
  title: 'Move players of this link',
  lead: 'For players who registered through a wrong link. Everything they did through this link goes to the other one, with the commission. Nothing changes until someone else approves.',
  to: 'New link',
  from: 'Registered from',
  players: 'Only these players (one per line; empty: all)',
  reason: 'Reason',
  preview: 'Preview impact',
  ask: 'Request approval',
  asked: 'Move sent for approval',
}
