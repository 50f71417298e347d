import { lazy, Suspense, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import DownloadIcon from '@mui/icons-material/Download'
import FilterListIcon from '@mui/icons-material/FilterList'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ImportButton } from '#engine/imports/ui/ImportButton.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { activeFilters } from '../filters/filterValues.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { SavedFilters } from './SavedFilters.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ColumnOverrides } from './useListColumns.ts'

const ConfiguredFilters = lazy(() => import('../filters/ConfiguredFilters.tsx'))
const ExportDialog = lazy(() => import('#engine/export/ui/ExportDialog.tsx'))

/** Search, filters, saved filters, column choice and export of a list. */
export function ListToolbar({ hasSearch, columns }: { hasSearch: boolean; columns: ColumnOverrides | undefined }) {
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const search = (q: string) => setFilters({ ...filterValues, q }, displayedFilters)
  return (
    <Box sx={{ px: 1.5, py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {hasSearch && <SearchBox text={filterValues['q'] ?? ''} onSearch={search} />}
        <FiltersButton />
        <SavedFilters />
        <Box sx={{ flexGrow: 1 }} />
        <ColumnChoice {...columns} />
        <ImportButton />
        <ExportButton />
      </Box>
      <ActiveFilters />
    </Box>
  )
}

/** How many filters there are, beside the word: on the icon it would stand on the word's first letter. */
const countStyle = {
  ml: 0.75,
  px: 0.75,
  minWidth: 20,
  fontSize: '0.75rem',
  lineHeight: '20px',
  borderRadius: 5,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
} as const

function FiltersButton() {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const count = activeFilters(filterValues).length
  /** Null until they were asked for; after that they stay, so that they can slide out. */
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        size="small"
        data-shortcut="filters"
        startIcon={<FilterListIcon />}
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
      >
        {translate('resourcePages.filters.open')}
        {count > 0 && (
          <Box component="span" sx={countStyle}>
            {count}
          </Box>
        )}
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <ConfiguredFilters isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ExportButton() {
  const translate = useTranslate()
  const { total } = useListContext()
  return (
    <DialogButton
      size="small"
      startIcon={<DownloadIcon />}
      disabled={!total}
      label={translate('ra.action.export')}
      dialog={(onClose) => <ExportDialog onClose={onClose} />}
    />
  )
}
