import { useTranslate } from 'react-admin'
import { labelKeys } from '../../../fields/labels.ts'
import { ReferenceValue } from '../../../fields/ReferenceValue.tsx'
import { RelativeMoment } from '../../../fields/RelativeMoment.tsx'
import { AskedHere } from './DecisionsHere.tsx'

/** Sites and profiles that affiliates declared, each with how it is used. */
export default function SitesHere() {
  const translate = useTranslate()
  return (
    <AskedHere
      resource="affiliateSite"
      state="waiting"
      since="updatedAt"
      words="late.sites"
      inputOf={({ version }) => ({ version })}
      why={({ affiliate, kind, usage, updatedAt }) => (
        <>
          <ReferenceValue target="affiliate" id={affiliate} /> · {translate(labelKeys.choice('siteKind', kind))} ·{' '}
          {usage} · <RelativeMoment at={updatedAt} />
        </>
      )}
    />
  )
}
