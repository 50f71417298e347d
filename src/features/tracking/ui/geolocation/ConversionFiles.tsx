import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import { type AdvertiserClickId, advertiserClickIds } from '#rules/activity/advertiserClickIds.ts'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import type { GeolocationQuery } from './geolocationQuery.ts'

/** The ad platforms, by the click id that each adds to addresses. */
const platforms: Readonly<Record<AdvertiserClickId, string>> = {
  gclid: 'Google Ads',
  fbclid: 'Meta Ads',
  msclkid: 'Microsoft Ads',
  ttclid: 'TikTok Ads',
}

/** Registrations and first deposits of the period as the file that an ad platform takes (offline conversions). */
export function ConversionFiles({ period, actions }: Pick<GeolocationQuery, 'period' | 'actions'>) {
  const translate = useTranslate()
  const query = new URLSearchParams({ ...period, ...(actions.length > 0 ? { action: actions.join(',') } : {}) })
  return (
    <DialogButton
      variant="outlined"
      label={translate('moneyPages.geolocation.conversions')}
      dialog={(onClose) => (
        <PromptDialog
          title={translate('moneyPages.geolocation.conversions')}
          text={translate('moneyPages.geolocation.conversionsHelp')}
          closeLabel="resourcePages.actions.close"
          onClose={onClose}
        >
          <Box sx={{ display: 'grid', gap: 1 }}>
            {advertiserClickIds.map((network) => (
              <FileButton
                key={network}
                variant="outlined"
                path={`/api/action/conversions?network=${network}&${query}`}
                name={`${network}-${period.from}-${period.to}.csv`}
                label={platforms[network]}
              />
            ))}
          </Box>
        </PromptDialog>
      )}
    />
  )
}
