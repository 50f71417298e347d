/** The panel of a medium. */
export const media = {
  title: 'Image and approval',
  lead: {
    draft: 'Draft. Affiliates cannot see it yet. Someone other than the author must approve it.',
    approved: 'Live for affiliates between its dates. Any edit needs a new approval.',
    withdrawn: 'Withdrawn. Not shown anywhere. Edit it to submit it for approval again.',
  },
  upload: 'Upload image',
  uploaded: 'Image uploaded',
  clicks: '1 click |||| %{count} clicks',
  more: 'and %{count} more',
}

/** The panel of a declared site. */
export const sites = {
  title: 'Decisions',
  lead: 'Each declaration is stored with its date and digital fingerprint in the log. Any edit needs a new decision.',
  undecided: 'No decision yet.',
  proof: 'Download approval proof (JSON)',
}

/** Why an author does not approve. */
export const authors = {
  own: 'You edited this after the last approval, so someone else must approve it.',
  review: 'Review',
}
