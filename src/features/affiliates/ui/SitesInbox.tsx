import { useTranslate } from 'react-admin'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { ReferenceValue } from '#engine/ui/fields/ReferenceValue.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { AffiliateRequests } from '#engine/ui/inbox/DecisionsInbox.tsx'

/** Sites and profiles that affiliates declared, each with how it is used. */
export default function SitesHere() {
  const translate = useTranslate()
  return (
    <AffiliateRequests
      resource="affiliateSite"
      state="waiting"
      since="updatedAt"
      why={({ affiliate, kind, usage, updatedAt }) => (
        <>
          <ReferenceValue target="affiliate" id={affiliate} /> · {translate(labelKeys.choice('siteKind', kind))} ·{' '}
          {usage} · <RelativeMoment at={updatedAt} />
        </>
      )}
    />
  )
}
