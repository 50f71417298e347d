import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import { ImportButton } from '#engine/imports/ui/ImportButton.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { CreateButton } from './CreateButton.tsx'

/** A name as it stands inside a sentence: only its first letter is a small one (`perfis de CPA`). */
const inSentence = (name: string) => name.charAt(0).toLocaleLowerCase() + name.slice(1)

/** A list without a single record: what belongs there and how to make the first one. */
export function EmptyList() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const names = useResourceName()(resource.name, 2)
  const mayCreate = can({ actor, resource, operation: 'create' })
  return (
    <Paper variant="outlined" sx={{ p: { xs: 3, md: 6 }, textAlign: 'center' }}>
      <Typography variant="h6" component="p" gutterBottom>
        {translate('resourcePages.empty.title', { names: inSentence(names) })}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 560, mx: 'auto', mb: 3 }}>
        {translate(`resources.${resource.name}.empty`, { _: '' })}{' '}
        {translate(mayCreate ? 'resourcePages.empty.create' : 'resourcePages.empty.wait')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
        <CreateButton />
        <ImportButton />
      </Box>
    </Paper>
  )
}
