/** What the pages say that are built around the work, in English; this file gives the shape that the others fill in. */
export const work = {
  payRun: {
    ready: '%{smart_count} ready, %{value} |||| %{smart_count} ready, %{value}',
    approval: '%{smart_count} waits for approval |||| %{smart_count} wait for approval',
    key_missing: '%{smart_count} lacks a key |||| %{smart_count} lack a key',
    incomplete: '%{smart_count} lacks data |||| %{smart_count} lack data',
    held: '%{smart_count} is held |||| %{smart_count} are held',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    manual: '%{smart_count} to be paid by hand |||| %{smart_count} to be paid by hand',
    payReady: 'Pay the one that is ready |||| Pay all %{smart_count} that are ready',
    choose: 'Choose %{name}',
    chooseAll: 'Choose all on this page',
    chosen: '%{smart_count} chosen |||| %{smart_count} chosen',
    none: 'Choose none',
    review: 'Pay…',
    title: 'Pay %{smart_count} payee: %{value} |||| Pay %{smart_count} payees: %{value}',
    text: 'Everything that is pending for each goes in one payment, which is one line of the statement.',
    tooMany: 'One run pays %{max} at most: these are the first.',
    nothing: 'Nobody of these can be paid now.',
    payee: 'Payee',
    amount: 'Amount',
    how: 'How',
    payment: 'Payment',
    total: 'Total',
    parts: {
      send: 'Sent at once',
      ask: 'Waits for a second person',
      approve: 'You approve, asked for by %{name}',
      hand: 'Was paid by hand',
    },
    below:
      'One is below its minimum payout and is paid all the same. |||| %{smart_count} are below their minimum payout and are paid all the same.',
    leave: 'Leave %{name} out',
    handLead: 'Of those who were paid by hand:',
    submit: 'Pay',
    submitAsk: 'Ask for approval',
    submitApprove: 'Approve',
    done: 'Receipt',
    states: {
      sent: 'On its way',
      settled: 'Paid by hand',
      waits: 'Waits for a second person',
      approved: 'Approved and on its way',
    },
    refused: '%{smart_count} was not paid and stays chosen: |||| %{smart_count} were not paid and stay chosen:',
    print: 'Print',
    made: 'Made on %{moment} UTC by %{name}',
    mend: 'Fill in',
    mendNamed: 'Fill in what %{name} lacks',
    mendTitle: 'What %{name} lacks',
    mendText: 'After a change of the payment key automatic payment waits for 24 hours.',
    mended: 'Filled in: %{name}',
    fromEntries: 'Pay their payees',
  },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts for these pages: a missing or misspelt key is a compile error. */
export type WorkMessages = Texts<typeof work>
