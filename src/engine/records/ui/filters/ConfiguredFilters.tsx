import { useId, useState } from 'react'
import { FilterLiveForm, useListContext, useTranslate } from 'react-admin'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { debounceMs } from '#engine/ui/fields/debounce.ts'
import { filtersOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { FilterInput } from './FilterInput.tsx'
import { activeFilters, halfTyped } from './filterValues.ts'

/**
 * All filters of a list, the declared ones at hand, what else it can be narrowed by below. They take effect at once.
 */
export default function ConfiguredFilters({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const { setFilters, filterValues } = useListContext()
  const clear = () => setFilters({ q: filterValues['q'] }, [])
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: 380 } } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id={titleId} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {translate('resourcePages.filters.title')}
        </Typography>
        <IconButton aria-label={translate('resourcePages.actions.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ flexGrow: 1, overflowY: 'auto', px: 2, py: 1 }}>
        <FilterFields />
      </Box>
      <Box sx={{ display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="contained" onClick={onClose}>
          {translate('resourcePages.filters.done')}
        </Button>
        <Button onClick={clear}>{translate('resourcePages.filters.clear')}</Button>
      </Box>
    </Drawer>
  )
}

function FilterFields() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const [isMore, setIsMore] = useState(false)
  const { filterValues } = useListContext()
  const active = new Set(activeFilters(filterValues).map(({ field }) => field))
  const all = filtersOf({ resource, actor })
  const shown = all.filter(({ name, isDeclared }) => isDeclared || isMore || active.has(name))
  return (
    <FilterLiveForm debounce={debounceMs} validate={(values) => halfTyped(all, values)}>
      {shown.map((filter) => (
        <FilterInput key={filter.name} filter={filter} />
      ))}
      {shown.length < all.length && (
        <Button onClick={() => setIsMore(true)}>{translate('resourcePages.filters.more')}</Button>
      )}
    </FilterLiveForm>
  )
}
