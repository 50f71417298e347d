import { RecordContextProvider, ResourceContextProvider, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { ReferenceValue } from '#engine/ui/fields/ReferenceValue.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import MediaPanel from './MediaPanel.tsx'
import { Decisions } from '#engine/ui/inbox/DecisionsInbox.tsx'
import { ReviewDialog } from '#engine/ui/inbox/ReviewDialog.tsx'

/** Media that colleagues wrote, each looked at and approved over the home page. */
export default function MediaHere() {
  const translate = useTranslate()
  const label = translate('authors.review')
  return (
    <Decisions
      resource="media"
      state="draft"
      since="updatedAt"
      why={({ brand, kind, updatedAt }) => (
        <>
          <ReferenceValue target="brand" id={brand} /> · {translate(labelKeys.choice('mediaKind', kind))} ·{' '}
          <RelativeMoment at={updatedAt} />
        </>
      )}
    >
      {(medium, onDecided) => (
        <DialogButton
          size="small"
          variant="outlined"
          label={label}
          aria-label={`${label}: ${medium['name']}`}
          dialog={(onClose) => (
            <ResourceContextProvider value="media">
              <RecordContextProvider value={medium}>
                <ReviewDialog title={medium['name']} lead={medium['warning']} onClose={onClose}>
                  {medium['text'] ? <Typography sx={{ whiteSpace: 'pre-wrap' }}>{medium['text']}</Typography> : null}
                  <MediaPanel
                    onApproved={() => {
                      onDecided()
                      onClose()
                    }}
                  />
                </ReviewDialog>
              </RecordContextProvider>
            </ResourceContextProvider>
          )}
        />
      )}
    </Decisions>
  )
}
