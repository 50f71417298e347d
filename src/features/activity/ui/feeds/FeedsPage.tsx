import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { PageLink } from '#engine/ui/PageLink.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { UploadCard } from './UploadCard.tsx'
import { UploadForm } from './UploadForm.tsx'
import { useUploads } from './useUploads.ts'

/**
 * Feed files of a brand: one is uploaded and checked, then imported; what was uploaded before stands below. The page
 * can be left and come back to.
 */
export default function FeedsPage() {
  const translate = useTranslate()
  const address = useAddress()
  const brand = /^[1-9]\d{0,14}$/.test(address.get('brand')) ? Number(address.get('brand')) : null
  return (
    <Box sx={{ minWidth: 0, maxWidth: 960, mx: 'auto' }}>
      <PageHeading title={translate('moneyPages.feeds.title')} detail={translate('feeds.lead')}>
        <PageLink name="unattributed" />
      </PageHeading>
      <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
        <Box sx={{ maxWidth: 420 }}>
          <OnePicker
            target="brand"
            looks={{ margin: 'none' }}
            label={translate('filters.brand')}
            value={brand}
            onChange={(id) => address.put({ brand: id === null ? '' : String(id) })}
          />
        </Box>
        {brand === null && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {translate('feeds.chooseBrand')}
          </Typography>
        )}
        {brand !== null && <UploadForm key={brand} brand={brand} />}
      </Paper>
      {brand !== null && <Uploads key={brand} brand={brand} />}
    </Box>
  )
}

function Uploads({ brand }: { brand: number }) {
  const translate = useTranslate()
  const { uploads } = useUploads(brand)
  return (
    <QueryBoundary query={uploads}>
      {(all) =>
        all.length === 0 ? (
          <Typography color="textSecondary" sx={{ p: 4, textAlign: 'center' }}>
            {translate('feeds.empty')}
          </Typography>
        ) : (
          <Box
            component="ul"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
          >
            {all.map((upload) => (
              <UploadCard key={upload.id} brand={brand} upload={upload} />
            ))}
          </Box>
        )
      }
    </QueryBoundary>
  )
}
