/** Notes and the history of a record. */
export const notes = {
  timeline: 'Notes and history',
  lead: 'Internal notes are visible to colleagues only. %{name} can read what you share.',
  who: 'Visibility',
  internal: 'Internal',
  shared: 'Shared with %{name}',
  warning: '%{name} will read this as a message from the company. Do not name colleagues.',
  send: 'Send to %{name}',
  question: 'Question',
  needsAnswer: 'awaiting reply',
  answered: 'closed',
  answer: 'Reply',
  answerTo: 'Reply to %{name}',
  noAnswer: 'Close without replying',
  sent: 'Reply sent',
}
