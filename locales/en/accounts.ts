/** Changes of who may enter an affiliate and where it is paid: the mails about them and the panel that lists them. */
export const access = {
  greeting: 'Hello %{name},',
  subject: 'Change in the access to your affiliate account',
  mail: {
    accessKey: 'An access key was made for your account at %{at}: %{label}.',
    person: 'Somebody may sign in for your account since %{at}: %{label}.',
    authenticator: 'An authenticator was turned on at %{at} for %{label}.',
    paymentKey: 'The payment key of your account was changed at %{at}.',
    email: 'The e-mail address of your account was changed at %{at}. This was the one before.',
  },
  byStaff: 'The staff of the company that you work with did it.',
  byOwn: 'It was done with an access of your own account.',
  stop: 'If it was neither you nor agreed with you, stop it here:',
  noLink: 'If it was neither you nor agreed with you, tell the company that you work with at once.',
  stopped: 'The affiliate stopped a change by the link in the e-mail: look at it before paying.',
  title: 'Notices about access',
  lead: 'What changed in who signs in for this affiliate and in where it is paid to, and whether it was told.',
  none: 'Nothing has changed yet.',
  kinds: {
    accessKey: 'Access key: %{label}',
    person: 'Person: %{label}',
    authenticator: 'Authenticator of %{label}',
    paymentKey: 'Payment key changed',
    email: 'E-mail changed',
  },
  told: {
    sent: 'told by e-mail',
    waiting: 'e-mail on its way',
    failed: 'the e-mail was not accepted',
    off: 'no e-mail was sent: this server sends none',
  },
  byTeam: 'by the company',
  stoppedAt: 'stopped on %{at}',
}

/** Invitations of people to the portal. */
export const people = {
  title: 'Invitation',
  lead: 'The link lets this person set a password and sign in for the affiliate. It works once, for seven days; a new link cancels the previous one.',
  open: 'An invitation link is valid until %{moment}. It was already shown once.',
  joined: 'Password set on %{moment}. Create a new link to reset it.',
  none: 'Not invited yet.',
  make: 'Create invitation',
  again: 'Create new link',
  mailed: 'Link also sent to %{email}.',
  notMailed: 'The e-mail could not be sent. Send the link yourself.',
  noMail: 'E-mail is not set up. Send the link yourself.',
  mailSubject: 'Your invitation to the affiliate portal',
  mailText: 'Hi %{name}, you have been invited to the affiliate portal. Set your password here:',
  mailUntil: 'This link works once, until %{until}.',
}
