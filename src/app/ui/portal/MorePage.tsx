import { LinkBase, useTranslate } from 'react-admin'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { moreTitles, portalPagesFor } from './portalPages.ts'
import { Unseen } from './Unseen.tsx'

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 48,
  px: 2,
  color: 'text.primary',
  fontWeight: 600,
  textDecoration: 'none',
} as const

/** The way to the pages for which the bar of a telephone has no room, by purpose. */
export default function MorePage() {
  const translate = useTranslate()
  const { user } = useOffice()
  return (
    <>
      <PageHeading title={translate('portal.more.title')} />
      {moreTitles.map((title) => (
        <Box key={title} component="section" aria-labelledby={`more-${title}`} sx={{ mb: 3 }}>
          <Typography id={`more-${title}`} component="h2" variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {translate(`portal.more.${title}`)}
          </Typography>
          <Paper component="ul" variant="outlined" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {portalPagesFor(user)
              .filter(({ place }) => place === title)
              .map(({ name, path }, index) => (
                <Box key={name} component="li" sx={index > 0 ? { borderTop: 1, borderColor: 'divider' } : undefined}>
                  <Box component={LinkBase} to={path} sx={row}>
                    {translate(`portal.pages.${name}`)}
                    {name === 'questions' && <Unseen pathname={path} />}
                    <ChevronRight fontSize="small" aria-hidden sx={{ ml: 'auto', color: 'text.secondary' }} />
                  </Box>
                </Box>
              ))}
          </Paper>
        </Box>
      ))}
    </>
  )
}
