import type { ResourceMessages } from '../messages.ts'

/** What periods and corrections of rules are called, in English. */
export const periods: Pick<ResourceMessages, 'period' | 'correction'> = {
  period: {
    name: 'Period |||| Periods',
    empty: 'A period is a month, half a month or a week whose amounts one person checks and another locks.',
    fields: {
      company: 'Company',
      from: 'From',
      to: 'To',
      state: 'State',
      checkedBy: 'Checked by',
      checkedAt: 'Checked at',
      lockedBy: 'Locked by',
      lockedAt: 'Locked at',
      reopenReason: 'Why it was opened again',
    },
    sections: { days: 'Days' },
    help: { to: 'The last day, included. No day is in two periods.' },
  },
  correction: {
    name: 'Correction |||| Corrections',
    empty:
      'A correction has a rule that was typed wrong read otherwise from a past day on. It is asked for on the page of the rule.',
    fields: {
      company: 'Company',
      object: 'Rule',
      objectId: 'Number',
      validFrom: 'Holds from',
      reason: 'Reason',
      state: 'State',
      forced: 'Forced',
      requestedBy: 'Asked by',
      decidedBy: 'Decided by',
      decidedAt: 'Decided at',
      declineReason: 'Why it was declined',
    },
    sections: { correction: 'Correction' },
  },
}
