/** Paying: holds, and whom a key belongs to. */
export const paying = {
  panelTitle: 'Payment holds',
  nothingHolds: 'Nothing holds payments.',
  hold: 'Hold',
  release: 'Release',
  holdNamed: 'Hold payments of %{name}',
  releaseNamed: 'Release payments of %{name}',
  holdTitle: 'Hold payments of %{name}?',
  releaseTitle: 'Release payments of %{name}?',
  holdText: 'Nothing is paid, by nobody and in no way, until somebody releases it.',
  releaseText: 'What holds the payments ends; a key that the gateway says is somebody else’s is accepted as it is.',
  wasHeld: 'Payments of %{name} are held',
  wasReleased: 'Payments of %{name} are released',
  reason: 'Reason',
  approvals: 'Released by %{given} of %{needed} people: %{names}',
  released: 'Released on %{at} by %{name}: %{note}',
  keyChanged: 'the payment key was changed',
  amount: 'Amount in %{currency}',
  partial: 'The oldest entries are paid first; %{rest} stays pending.',
  amountHelp: 'Up to %{value}; less of it is a part, and the rest stays pending.',
  invoice: 'Invoice',
  enterInvoice: 'Enter the invoice',
  enterInvoiceNamed: 'Enter the invoice of %{name}',
  invoiceTitle: 'Invoice of %{name}',
  invoiceText: 'For the next payment in %{currency}. The number of the invoice, or its NFS-e key of 50 digits.',
  invoiceOf: 'Invoice of %{name}',
  wasEntered: 'The invoice of %{name} was entered',
  gross: 'Gross',
  net: 'Net, what is sent',
  sums: 'What is paid and what is sent',
  taxesOfPart: 'Taxes of a part are reckoned when it is paid.',
  differs: { name: 'name', document: 'document' },
  keyCheck: {
    right: 'The gateway says that this key is of this owner.',
    wrong: 'The gateway says that this key is of somebody else: it differs in %{differs}. Payments would be held.',
    unchecked: 'The gateway cannot say whose this key is.',
    unknown: 'The gateway did not say whose this key is; it is asked again before anything is paid.',
  },
  toRisk: 'See the sign',
  causes: {
    risk: 'Sign of fraud, since %{at}.',
    by_hand: 'Held on %{at} by %{name}: %{note}',
    returned: 'Held since %{at}: the last payment came back (%{note}). Change the key, or release it.',
    other_person:
      'Held since %{at}: the key is not of this owner, as the gateway says (%{note}). Correct it: the new one is asked about; or another person releases it.',
    key_changed: 'Held since %{at}: the key was changed by %{name}. Another person releases it.',
    not_checked: 'Held since %{at}: nobody could say whose the key is. Somebody has to release it.',
  },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts about paying: a missing or misspelt key is a compile error. */
export type PayingMessages = Texts<typeof paying>
