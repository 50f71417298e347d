import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { PortalLink, PortalMedia, PortalMedium } from '../../answers/media.ts'
import { embedCode } from '#rules/media.ts'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

/** By what the gallery is narrowed, and what of a medium is compared. */
const narrowings = {
  brand: ({ brand }: PortalMedium) => String(brand),
  size: ({ width, height }: PortalMedium) => (width && height ? `${width} × ${height}` : ''),
  language: ({ language }: PortalMedium) => language,
} as const
type Narrowing = keyof typeof narrowings
const names = Object.keys(narrowings) as Narrowing[]
type Chosen = Readonly<Record<Narrowing, string>>

/** What an affiliate advertises its brands with, each with the code for its own pages. */
export default function MediaPage() {
  const translate = useTranslate()
  const query = useAnswer<PortalMedia>('/api/portal/media')
  return (
    <>
      <PageHeading title={translate('portal.pages.media')} detail={translate('portal.media.lead')} />
      <QueryBoundary query={query}>
        {(answer) =>
          answer.media.length === 0 ? (
            <Alert severity="info">{translate('portal.media.none')}</Alert>
          ) : (
            <Gallery answer={answer} />
          )
        }
      </QueryBoundary>
    </>
  )
}

function Gallery({ answer: { media, links } }: { answer: PortalMedia }) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<Chosen>({ brand: '', size: '', language: '' })
  const fits = (medium: PortalMedium) =>
    names.every((name) => chosen[name] === '' || narrowings[name](medium) === chosen[name])
  const shown = media.filter(fits)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        {names.map((name) => (
          <Narrow
            key={name}
            name={name}
            media={media}
            value={chosen[name]}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mb: 1 }}>
        {translate('portal.media.shown', { smart_count: shown.length })}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          gap: 2,
          listStyle: 'none',
          p: 0,
          m: 0,
        }}
      >
        {shown.map((medium) => (
          <Paper key={medium.id} component="li" variant="outlined" sx={{ p: 2, minWidth: 0 }}>
            <Piece medium={medium} links={links.filter(({ brand }) => brand === medium.brand)} />
          </Paper>
        ))}
      </Box>
    </>
  )
}

function Narrow({
  name,
  media,
  value,
  onChange,
}: {
  name: Narrowing
  media: readonly PortalMedium[]
  value: string
  onChange: (value: string) => void
}) {
  const translate = useTranslate()
  const labelOf = (medium: PortalMedium, key: string) => {
    if (name === 'brand') return medium.brandName
    return name === 'language' ? translate(labelKeys.choice('language', key)) : key
  }
  const options = new Map(media.map((medium) => [narrowings[name](medium), medium]))
  options.delete('')
  return (
    <TextField
      select
      size="small"
      label={translate(`portal.media.by.${name}`)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ minWidth: 140, flexGrow: { xs: 1, sm: 0 } }}
    >
      <MenuItem value="">{translate('portal.media.all')}</MenuItem>
      {[...options].map(([key, medium]) => (
        <MenuItem key={key} value={key}>
          {labelOf(medium, key)}
        </MenuItem>
      ))}
    </TextField>
  )
}

function Piece({ medium, links }: { medium: PortalMedium; links: readonly PortalLink[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { name, brandName, address, text, warning, width, height, validUntil, clicks } = medium
  const facts = [
    brandName,
    ...(width && height ? [`${width} × ${height}`] : []),
    translate(labelKeys.choice('language', medium.language)),
    ...(validUntil ? [translate('portal.media.until', { day: formatDay(validUntil) })] : []),
    translate('portal.media.clicks', { smart_count: clicks, count: formatNumber(clicks, { language }) }),
  ]
  return (
    <>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {facts.join(' · ')}
      </Typography>
      {address ? (
        <img
          src={address}
          alt={name}
          loading="lazy"
          {...(width && height ? { width, height } : {})}
          style={{ maxWidth: '100%', maxHeight: 280, width: 'auto', height: 'auto' }}
        />
      ) : (
        <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>
      )}
      <Typography variant="body2" sx={{ my: 0.5 }}>
        {warning}
      </Typography>
      {links.length === 0 ? (
        <Alert severity="info">{translate('portal.media.noLink', { brand: brandName })}</Alert>
      ) : (
        <Code medium={medium} links={links} />
      )}
    </>
  )
}

/** The code of a medium with one of the affiliate's own links of its brand. */
function Code({ medium, links }: { medium: PortalMedium; links: readonly PortalLink[] }) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState(String(links[0]!.id))
  const link = links.find(({ id }) => String(id) === chosen) ?? links[0]!
  const code = embedCode({ ...medium, brand: medium.brandName, link: link.address })
  return (
    <>
      {links.length > 1 && (
        <TextField
          select
          size="small"
          fullWidth
          label={translate('portal.media.link')}
          value={String(link.id)}
          onChange={({ target }) => setChosen(target.value)}
          sx={{ my: 1 }}
        >
          {links.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <TextField
          fullWidth
          multiline
          maxRows={4}
          size="small"
          label={translate('portal.media.code')}
          value={code}
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }}
          sx={{ mt: 1 }}
        />
        <CopyButton
          text={code}
          label={translate('portal.media.copy', { name: medium.name })}
          notice="portal.media.copied"
        />
      </Box>
    </>
  )
}
