import { useTranslate } from 'react-admin'
import UploadIcon from '@mui/icons-material/Upload'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import type { ImportPreset } from './useImport.ts'
import { mayImport } from '../isImported.ts'

const ImportDialog = lazyWithTexts(() => import('./ImportDialog.tsx'))

/** Opens the import of a list, for whoever may make or change its records. */
export function ImportButton({ preset }: { preset?: ImportPreset }) {
  const translate = useTranslate()
  const question = { actor: useActor(), resource: useConfiguredResource() }
  if (!mayImport(question)) return null
  return (
    <DialogButton
      size="small"
      startIcon={<UploadIcon />}
      label={translate('resourcePages.actions.import')}
      dialog={(onClose) => <ImportDialog onClose={onClose} {...(preset ? { preset } : {})} />}
    />
  )
}
