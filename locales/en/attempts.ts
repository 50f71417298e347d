import { type AttemptCode, paymentAttemptMessages } from '#engine/declaration/messageCodes.ts'

/** What is said of a try to pay, in English: the product's own words, in words for people where these differ. */
export const attempts = {
  ...paymentAttemptMessages,
  sentUnchecked: 'Sent to the gateway, which cannot verify the payment key owner',
  accepted: 'Accepted by the gateway; waiting for the result',
  settled: 'Paid',
  byHand: 'Paid manually',
  absent: 'The gateway never received it. Sending again',
  keyNoAnswer: 'Not sent: the gateway did not verify the payment key (%{reason}). We will check again',
  keyOfAnother: 'Not sent: the gateway says the payment key belongs to someone else (%{differs})',
  keyNotChecked: 'Not sent: the gateway cannot verify the payment key owner',
  receiverChanged: "Cancelled: the payee's key, name or document changed, or automatic payment was turned off",
  approvalVoid: 'The amount, key or payee changed after approval. Approve it again',
  sentInFile: 'Sent in file %{file}',
  sentAgain: 'Sent to the gateway again (attempt %{tries})',
  refusedForNow: 'Refused for now: %{reason} (attempt %{tries})',
  refusedAfter: 'Refused after %{tries} attempts: %{reason}',
  unknown: 'No result yet: %{reason}',
  contradiction: "The gateway says %{said}, but the payment is %{state}. Check the gateway's statement",
  otherAmount: "The gateway says %{said} of %{amount}, but we sent %{value}. Check the gateway's statement",
} as Readonly<Record<AttemptCode, string>>
