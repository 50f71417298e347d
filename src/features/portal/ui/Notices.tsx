import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import type { AffiliateNotice } from '#features/affiliates/answers/notices.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useMoneyText } from './usePortal.ts'

/** What changed for an affiliate lately. */
export function Notices({ notices }: { notices: readonly AffiliateNotice[] }) {
  const translate = useTranslate()
  const money = useMoneyText()
  return notices.map(({ kind, at, players, from, link, differences }) => (
    <Alert key={`${kind} ${at}`} severity="info" sx={{ mb: 2 }}>
      {translate(`portal.notices.${kind}`, { players, day: formatDay(from), link })}{' '}
      {differences.length > 0 &&
        translate('portal.notices.differences', {
          values: differences.map(({ value, currency }) => money(value, currency)).join(', '),
        })}
    </Alert>
  ))
}
