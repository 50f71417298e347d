import type { TransitionMessages } from '../messages.ts'

export const transitions: TransitionMessages = {
  correction: {
    approve: { label: 'Approve', done: 'Correction posted', inputs: { digest: 'Fingerprint' } },
    decline: { label: 'Decline', done: 'Correction declined' },
  },
  affiliateSite: {
    approve: { label: 'Approve', done: 'Site approved' },
    decline: { label: 'Reject', done: 'Site rejected', text: 'The affiliate will see this reason.' },
  },
  promoCode: {
    approve: { label: 'Approve', done: 'Code approved' },
    decline: { label: 'Reject', done: 'Code rejected', text: 'The affiliate will see this reason.' },
  },
  announcement: {
    send: {
      label: 'Send',
      done: 'Announcement sent',
      text: 'It goes out now, by e-mail and in the portal, to all recipients (%{audience}). It cannot be changed afterwards.',
    },
  },
  media: {
    approve: { label: 'Approve', done: 'Approved' },
    withdraw: { label: 'Withdraw', done: 'Withdrawn', text: 'It is removed from all pages within minutes.' },
  },
}
