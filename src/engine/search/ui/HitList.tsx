import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Hit, HitGroup } from './hits.ts'

/** The id of a hit's element, by its place among all hits. */
export const hitId = (listId: string, index: number) => `${listId}-${index}`

interface HitListProps {
  readonly id: string
  readonly groups: readonly HitGroup[]
  /** The place of the chosen hit among all. */
  readonly active: number
  readonly onOpen: (hit: Hit) => void
  readonly onPoint: (index: number) => void
}

/** The hits under their headings; the chosen one stays in sight. */
export function HitList({ id, groups, active, onOpen, onPoint }: HitListProps) {
  const translate = useTranslate()
  useEffect(() => {
    document.getElementById(hitId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((count, { hits }) => count + hits.length, 0))
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={translate('panels.search.title')}
      sx={{ overflowY: 'auto', flex: '1 1 auto', py: groups.length > 0 ? 1 : 0 }}
    >
      {groups.map(({ name, title, hits }, index) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <Typography
            id={`${id}-${name}`}
            role="presentation"
            variant="caption"
            component="div"
            color="textSecondary"
            sx={{ px: 2, pt: 1, pb: 0.5, fontWeight: 600 }}
          >
            {title}
          </Typography>
          {hits.map((hit, place) => (
            <Option
              key={hit.to}
              hit={hit}
              id={hitId(id, starts[index]! + place)}
              isActive={starts[index]! + place === active}
              onOpen={() => onOpen(hit)}
              onPoint={() => onPoint(starts[index]! + place)}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
}

function Option({
  hit,
  id,
  isActive,
  onOpen,
  onPoint,
}: {
  hit: Hit
  id: string
  isActive: boolean
  onOpen: () => void
  onPoint: () => void
}) {
  return (
    // The keys are the field's: the list is never focused.
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onOpen}
      onPointerMove={isActive ? undefined : onPoint}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        alignItems: 'baseline',
        px: 2,
        py: 0.75,
        mx: 1,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : undefined,
        scrollMarginBlock: '32px',
      }}
    >
      <Typography component="span" variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {hit.title}
      </Typography>
      {hit.detail && (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {hit.detail}
        </Typography>
      )}
    </Box>
  )
}
