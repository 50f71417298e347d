/** Paying: holds, and whom a key belongs to. */
export const paying = {
  panelTitle: 'Payment holds',
  nothingHolds: 'No holds. Payments go out as usual.',
  hold: 'Hold',
  release: 'Release',
  holdNamed: 'Hold payments to %{name}',
  releaseNamed: 'Release payments to %{name}',
  holdTitle: 'Hold payments to %{name}?',
  releaseTitle: 'Release payments to %{name}?',
  holdText: 'All payments stay on hold, automatic and manual, until someone releases them.',
  releaseText: 'Payments go out again. If the gateway says the key belongs to someone else, you are accepting it.',
  wasHeld: 'Payments to %{name} are on hold',
  wasReleased: 'Payments to %{name} released',
  reason: 'Reason',
  approvals: 'Released by %{given} of %{needed} people: %{names}',
  released: 'Released on %{at} by %{name}: %{note}',
  keyChanged: 'the payment key was changed',
  amount: 'Amount in %{currency}',
  partial: 'Oldest entries are paid first. %{rest} stays pending.',
  amountHelp: 'Up to %{value}. If you pay less, the rest stays pending.',
  invoice: 'Invoice',
  enterInvoice: 'Enter invoice',
  enterInvoiceNamed: 'Enter invoice of %{name}',
  invoiceTitle: 'Invoice of %{name}',
  invoiceText: 'For the next payment in %{currency}. Enter the invoice number or the 50-digit NFS-e key.',
  invoiceOf: 'Invoice of %{name}',
  wasEntered: 'Invoice of %{name} saved',
  gross: 'Gross',
  net: 'Net to send',
  sums: 'Gross and net',
  taxesOfPart: 'Taxes on a partial payment are calculated when it is paid.',
  differs: { name: 'name', document: 'document' },
  keyCheck: {
    right: 'The gateway confirms this key belongs to this payee.',
    wrong:
      'The gateway says this key belongs to someone else (%{differs} does not match). Payments will be put on hold.',
    unchecked: 'The gateway cannot verify who owns this key.',
    unknown: 'The gateway did not verify this key. We will check again before paying.',
  },
  toRisk: 'View alert',
  causes: {
    risk: 'Fraud alert since %{at}.',
    suspended: 'Suspended since %{at} by %{name}: %{note}. Payments continue once resumed.',
    by_hand: 'Put on hold on %{at} by %{name}: %{note}',
    returned: 'On hold since %{at}: the last payment was returned (%{note}). Change the key or release the hold.',
    other_person:
      'On hold since %{at}: the gateway says the key belongs to someone else (%{note}). Correct the key, or ask a colleague to release the hold.',
    key_changed: 'On hold since %{at}: %{name} changed the key. Someone else must release it.',
    not_checked: 'On hold since %{at}: the key could not be verified. Release it to pay.',
  },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts about paying: a missing or misspelt key is a compile error. */
export type PayingMessages = Texts<typeof paying>
