import { defineDecisions } from '#engine/declaration/decision.ts'

/**
 * What one person writes and another decides about, where the call is written by hand; the others are declared in
 * `transitions.ts`. Each hands its authors to `requireAnotherPerson`; the table in docs/security.md and the tests of
 * puppets, key makers and restorers follow from both.
 */
export const decisions = defineDecisions({
  payment: {
    approve: {
      path: '/api/payment/:id/approve',
      roles: ['financial', 'paymentByAffiliate'],
      authors: ['asked for the payment'],
      proof: 'code',
    },
  },
  payee: {
    release: {
      path: '/api/affiliate/:id/release',
      roles: ['financial'],
      authors: ['changed the payment key since the last release', 'said by a statement that money came back'],
      proof: 'code',
    },
  },
  entry: {
    approve: {
      path: '/api/entry/:id/approve',
      roles: ['financial'],
      authors: ['wrote the adjustment or advance'],
      proof: 'code',
    },
  },
  openingBalances: {
    approve: {
      path: '/api/entry/opening/approve',
      roles: ['financial'],
      authors: ['stated the balances'],
      proof: 'code',
    },
  },
  period: {
    lock: { path: '/api/period/:id/lock', roles: ['financial'], authors: ['checked the period'], proof: 'code' },
  },
  bankStatement: {
    approve: {
      path: '/api/bankStatement/:id/approve',
      roles: ['financial', 'paymentByAffiliate'],
      authors: ['confirmed the file first'],
      proof: 'code',
    },
  },
  riskFinding: {
    release: {
      path: '/api/riskFinding/:id/release',
      roles: ['financial', 'affiliate'],
      authors: ['said first that it is none'],
      proof: 'code',
    },
  },
  riskExemption: {
    confirm: {
      path: '/api/risk/exemption',
      roles: ['financial', 'affiliate'],
      authors: ['asked for the exemption'],
      proof: 'code',
    },
  },
  riskRule: {
    confirm: {
      path: '/api/risk/company',
      roles: ['financial', 'affiliate'],
      authors: ['asked to leave out the rule or for its limits'],
      proof: 'code',
    },
  },
  suspension: {
    resume: {
      path: '/api/affiliate/:id/resume',
      roles: ['affiliate'],
      authors: ['suspended the affiliate or partner while it has commission to be paid'],
      proof: 'none',
    },
  },
  application: {
    approve: {
      path: '/api/application/:id/approve',
      roles: ['affiliate'],
      authors: ['was shown the link by which it was answered'],
      proof: 'code',
    },
  },
})
