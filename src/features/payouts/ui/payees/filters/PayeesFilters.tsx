import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { SearchBox } from '#engine/records/ui/list/SearchBox.tsx'
import type { OwnersQuery } from './payeesQuery.ts'

/** By what the owners are narrowed, besides where they stand. */
export function OwnersFilters({
  query,
  onChange,
}: {
  query: OwnersQuery
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  const translate = useTranslate()
  const kinds = ['', 'affiliate', 'partner'] as const
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        px: 1.5,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchBox text={query.q} onSearch={(q) => onChange({ q })} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={query.kind}
        aria-label={translate('moneyPages.payments.kind')}
        onChange={(_, kind: OwnersQuery['kind'] | null) => {
          if (kind !== null) onChange({ kind })
        }}
      >
        {kinds.map((kind) => (
          <ToggleButton key={kind} value={kind} sx={{ py: 0.5 }}>
            {translate(kind === '' ? 'resourcePages.report.allShown' : `resources.${kind}.name`, { smart_count: 2 })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ width: { xs: '100%', sm: 220 } }}>
        <OnePicker
          target="brand"
          looks={{ margin: 'none', size: 'small' }}
          label={translate('filters.brand')}
          value={query.brand}
          onChange={(id) => onChange({ brand: id === null ? '' : String(id) })}
        />
      </Box>
      {query.isRequested && (
        <Chip label={translate('moneyPages.requests.filter')} onDelete={() => onChange({ requested: '' })} />
      )}
    </Box>
  )
}
