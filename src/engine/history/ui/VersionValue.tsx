import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { PastValue } from './PastValue.tsx'

/** A field of a version, with what it was before where that changed. */
export function VersionValue({
  name,
  value,
  was,
  isChanged,
}: {
  name: string
  value: unknown
  was: unknown
  isChanged: boolean
}) {
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, name)
  const field = resource.fields[name]!
  return (
    <Box sx={{ minWidth: 0, gridColumn: field.kind === 'expression' || field.kind === 'list' ? '1 / -1' : undefined }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {isChanged && (
          <>
            <Box component="del" sx={{ color: 'text.secondary', mr: 0.5 }}>
              <PastValue field={field} value={was} />
            </Box>
            {' → '}
          </>
        )}
        <Box component={isChanged ? 'strong' : 'span'}>
          <PastValue field={field} value={value} />
        </Box>
      </Typography>
    </Box>
  )
}
