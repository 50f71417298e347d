import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type BrandFreshness, lateBrands, mayChangeText } from '../../answers/freshness.ts'
import type { Day } from '#engine/values/calendar.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

export interface FreshnessLineProps {
  /** The brand that is furthest behind first. */
  readonly freshness: readonly BrandFreshness[]
  /** The last day of the figures beside it: a brand that has told it is not late for them. */
  readonly to?: Day | undefined
}

/** How far brands have told, in a line, and what of late ones may still change; opens into each brand. */
export default function FreshnessLine({ freshness, to }: FreshnessLineProps) {
  const translate = useTranslate()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [first] = freshness
  if (!first) return null
  const late = lateBrands(freshness, to)
  return (
    <Box>
      <Typography variant="body2" sx={{ color: late.length > 0 ? 'warning.main' : 'text.secondary' }}>
        {lineText({ freshness, late }, translate)}
        {'. '}
        <Link
          component="button"
          type="button"
          variant="body2"
          color="inherit"
          underline="always"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
          sx={{ verticalAlign: 'baseline' }}
        >
          {translate(isOpen ? 'freshness.less' : 'freshness.more')}
        </Link>
      </Typography>
      {isOpen && (
        <Box component="ul" id={listId} aria-label={translate('freshness.upTo')} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {freshness.map((brand) => (
            <Typography key={brand.brand} component="li" variant="body2" color="textSecondary">
              <BrandText brand={brand} isTold={late.length === 1 || !late.includes(brand)} />
            </Typography>
          ))}
        </Box>
      )}
    </Box>
  )
}

function lineText(
  { freshness, late }: { freshness: readonly BrandFreshness[]; late: readonly BrandFreshness[] },
  translate: ReturnType<typeof useTranslate>,
): string {
  if (late.length === 1) return mayChangeText(late[0]!, translate)
  const day = formatDay(freshness[0]!.latest_day)
  if (late.length > 1) return translate('freshness.lateMany', { smart_count: late.length, day })
  const { name } = freshness[0]!
  return freshness.length === 1
    ? translate('freshness.brandUpTo', { name, day })
    : translate('freshness.allUpTo', { smart_count: freshness.length, day })
}

/**
 * A brand: its latest event, when and how it last delivered something, and what may still change.
 * @param isTold whether the line above has said the latter, or nothing may
 */
function BrandText({ brand, isTold }: { brand: BrandFreshness; isTold: boolean }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { name, latest_day: day, latest_event_at: eventAt, received_at: receivedAt, via } = brand
  const by = [via ? translate(`freshness.vias.${via}`) : '', brand.received_by ?? '', hintText(brand)]
    .filter((part) => part !== '')
    .join(', ')
  return [
    translate('freshness.brandUpTo', { name, day: formatDay(day) }),
    ...(eventAt ? [translate('freshness.event', { moment: moment(eventAt) })] : []),
    ...(receivedAt ? [translate('freshness.received', { moment: moment(receivedAt) })] : []),
    ...(by === '' ? [] : [by]),
    ...(isTold ? [] : [mayChangeText(brand, translate)]),
  ].join(' · ')
}

const hintText = ({ key_hint: hint }: BrandFreshness) => (hint ? `…${hint}` : '')
