import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate, useStore, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import type { Hit } from './hits.ts'
import { HitList, hitId } from './HitList.tsx'
import { SearchField } from './SearchField.tsx'
import { type Found, useHits } from './useHits.ts'

const recentMax = 6

/** Finds records and pages, by keyboard alone: type, choose with the arrows, open with Enter. */
export default function SearchPalette({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [recent, setRecent] = useStore<Hit[]>('search.recent', [])
  const [text, setText] = useState('')
  const listId = useId()
  const found = useHits(text, recent)
  const hits = found.groups.flatMap((group) => group.hits)
  const navigate = useNavigate()
  const open = (hit: Hit) => {
    if (!hit.isMore) setRecent([hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, recentMax))
    onClose()
    void navigate(hit.to)
  }
  const { active, onKeyDown, point, begin } = useChoice({ hits, isSettled: found.isSettled, onOpen: open })
  const type = (typed: string) => {
    setText(typed)
    begin()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: {
          'aria-label': translate('panels.search.title'),
          'aria-labelledby': undefined,
          sx: {
            position: 'absolute',
            top: { xs: 0, sm: 64 },
            m: { xs: 0, sm: 2 },
            width: { xs: '100%', sm: 'calc(100% - 64px)' },
            maxHeight: { xs: '100%', sm: 'min(640px, calc(100% - 96px))' },
            borderRadius: { xs: 0, sm: 1.5 },
          },
        },
      }}
    >
      <SearchField
        text={text}
        onChange={type}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={hits[active] ? hitId(listId, active) : undefined}
        isBusy={!found.isSettled}
        onClose={onClose}
      />
      <HitList id={listId} groups={found.groups} active={active} onOpen={open} onPoint={point} />
      <Footer
        text={text.trim()}
        found={found}
        count={hits.filter(({ isMore }) => !isMore).length}
        onForget={text === '' && recent.length > 0 ? () => setRecent([]) : undefined}
      />
    </Dialog>
  )
}

/**
 * Which hit is chosen, and the keys that choose and open. Enter before the answer is there opens the first hit once it
 * is.
 */
function useChoice({
  hits,
  isSettled,
  onOpen,
}: {
  hits: readonly Hit[]
  isSettled: boolean
  onOpen: (hit: Hit) => void
}) {
  const [chosen, setChosen] = useState(0)
  const [opensWhenSettled, setOpensWhenSettled] = useState(false)
  const active = Math.min(chosen, Math.max(hits.length - 1, 0))
  // What is opened closes the palette: it happens once.
  useEffect(() => {
    if (opensWhenSettled && isSettled && hits[0]) onOpen(hits[0])
  })
  const begin = () => {
    setChosen(0)
    setOpensWhenSettled(false)
  }
  const step = (by: number) => setChosen(hits.length === 0 ? 0 : (active + by + hits.length) % hits.length)
  const enter = () => {
    const hit = hits[active]
    if (isSettled || active > 0) {
      if (hit) onOpen(hit)
    } else setOpensWhenSettled(true)
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: enter,
    PageDown: () => setChosen(Math.min(active + 5, hits.length - 1)),
    PageUp: () => setChosen(Math.max(active - 5, 0)),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actions[event.key]
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return { active, onKeyDown, point: setChosen, begin }
}

function Footer({
  text,
  found,
  count,
  onForget,
}: {
  text: string
  found: Found
  count: number
  onForget: (() => void) | undefined
}) {
  const translate = useTranslate()
  const state = () => {
    if (found.hasFailed) return translate('panels.search.failed')
    if (text === '') return ''
    if (found.isTooShort) return translate('panels.search.hint')
    if (!found.isSettled) return translate('panels.search.searching')
    return count === 0
      ? translate('panels.search.nothing', { text })
      : translate('panels.search.results', { smart_count: count })
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        minHeight: 48,
      }}
    >
      <Typography
        component="output"
        variant="body2"
        color={found.hasFailed ? 'error' : 'textSecondary'}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {state()}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {onForget && (
        <Button size="small" onClick={onForget}>
          {translate('panels.search.forget')}
        </Button>
      )}
      <Typography variant="caption" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {translate('panels.search.keys')}
      </Typography>
    </Box>
  )
}
