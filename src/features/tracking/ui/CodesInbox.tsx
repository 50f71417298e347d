import { ReferenceValue } from '#engine/ui/fields/ReferenceValue.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { AffiliateRequests } from '#engine/ui/inbox/DecisionsInbox.tsx'

/** Promo codes that affiliates asked for, each with the link it is to stand for. */
export default function CodesHere() {
  return (
    <AffiliateRequests
      resource="promoCode"
      state="waiting"
      since="createdAt"
      why={({ affiliate, action, createdAt }) => (
        <>
          <ReferenceValue target="affiliate" id={affiliate} /> · <ReferenceValue target="action" id={action} /> ·{' '}
          <RelativeMoment at={createdAt} />
        </>
      )}
    />
  )
}
