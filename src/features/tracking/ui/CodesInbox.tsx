import { ReferenceValue } from '../../../fields/ReferenceValue.tsx'
import { RelativeMoment } from '../../../fields/RelativeMoment.tsx'
import { AskedHere } from './DecisionsHere.tsx'

/** Promo codes that affiliates asked for, each with the link it is to stand for. */
export default function CodesHere() {
  return (
    <AskedHere
      resource="promoCode"
      state="waiting"
      since="createdAt"
      words="late.codes"
      why={({ affiliate, action, createdAt }) => (
        <>
          <ReferenceValue target="affiliate" id={affiliate} /> · <ReferenceValue target="action" id={action} /> ·{' '}
          <RelativeMoment at={createdAt} />
        </>
      )}
    />
  )
}
