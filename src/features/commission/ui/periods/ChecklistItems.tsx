import { LinkBase, useTranslate } from 'react-admin'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ChecklistItem, ChecklistRef } from '../../answers/periods.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useRuleProblemText } from '#engine/records/ui/useRecordTitle.ts'

/** At most so many cases are shown of each line; the answer of the API has more. */
const refsShown = 12

/** Where a case is looked after, where there is a page of it. */
function pathOf({ affiliate, partner, entry, correction }: ChecklistRef): string | null {
  if (correction !== undefined) return `/correction/${correction}`
  if (entry !== undefined) return `/entry?filter=${encodeURIComponent(JSON.stringify({ id: [entry] }))}`
  if (affiliate !== undefined) return `/affiliate/${affiliate}`
  return partner === undefined ? null : `/partner/${partner}`
}

function useRefText(): (ref: ChecklistRef, item: ChecklistItem['code']) => string {
  const language = useLanguage()
  const moment = useMomentText()
  const problemText = useRuleProblemText()
  return ({ day, name, value, currency, to, code, count, job, at }, item) =>
    [
      day && formatDay(day),
      name,
      job,
      at && moment(at),
      item === 'missing_rates' ? `${currency} → ${to}` : null,
      value === undefined ? null : formatMoney(value, { language, currency }),
      code && (item === 'stopped_owners' ? problemText({ code, message: code }) : code),
      count === undefined ? null : `× ${count}`,
    ]
      .filter(Boolean)
      .join(' · ')
}

/** The lines of a checklist, each with its first cases. */
export function ChecklistItems({ items }: { items: readonly ChecklistItem[] }) {
  const translate = useTranslate()
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        '& > li': { display: 'flex', gap: 1, py: 1, borderTop: 1, borderColor: 'divider' },
      }}
    >
      {items.map((item) => (
        <li key={item.code}>
          {item.ok ? (
            <CheckCircleOutlined color="success" fontSize="small" aria-hidden />
          ) : (
            <ErrorOutlineOutlined color={item.required ? 'error' : 'warning'} fontSize="small" aria-hidden />
          )}
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography variant="body2">
              {translate(`panels.period.items.${item.code}`)}:{' '}
              {item.ok ? translate('panels.period.inOrder') : item.count}
              {!item.ok && item.required ? ` · ${translate('panels.period.required')}` : ''}
            </Typography>
            <Cases item={item} />
          </Box>
        </li>
      ))}
    </Box>
  )
}

function Cases({ item }: { item: ChecklistItem }) {
  const translate = useTranslate()
  const refText = useRefText()
  const shown = item.refs.slice(0, refsShown)
  if (shown.length === 0) return null
  return (
    <Typography component="div" variant="body2" color="textSecondary" sx={{ '& a': { color: 'inherit' } }}>
      {shown.map((ref, index) => {
        const path = pathOf(ref)
        const text = refText(ref, item.code)
        return <div key={index}>{path ? <LinkBase to={path}>{text}</LinkBase> : text}</div>
      })}
      {item.refs.length > shown.length && (
        <div>{translate('panels.period.more', { count: item.refs.length - shown.length })}</div>
      )}
    </Typography>
  )
}
