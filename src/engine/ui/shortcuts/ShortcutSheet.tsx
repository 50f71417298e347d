import { useStore, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { inPage, type Shortcut } from './shortcuts.ts'

/** The keys of the office, on one sheet; single ones can be turned off. */
export default function ShortcutSheet({ pages, onClose }: { pages: readonly Shortcut[]; onClose: () => void }) {
  const translate = useTranslate()
  const [isOn, setIsOn] = useStore('shortcuts.isOn', true)
  const does = (name: string) => translate(`pages.shortcuts.does.${name}`)
  const always = [
    ['Ctrl K', does('palette')],
    ['Ctrl S', does('save')],
    ['Esc', does('close')],
  ] as const
  const single = [
    ['?', does('sheet')],
    ...inPage.map(({ keys, name }) => [keys, does(name)] as const),
    ['j', does('down')],
    ['k', does('up')],
    ...pages.map(
      ({ keys, name }) =>
        [keys, translate('pages.shortcuts.goTo', { page: translate(`menu.entries.${name}`) })] as const,
    ),
  ] as const
  return (
    <PromptDialog
      title={translate('pages.shortcuts.title')}
      maxWidth="sm"
      closeLabel="pages.app.close"
      isRead
      onClose={onClose}
    >
      <Keys all={always} />
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Switch size="small" checked={isOn} onChange={() => setIsOn(!isOn)} />}
        label={translate('pages.shortcuts.isOn')}
      />
      {isOn && <Keys all={single} />}
    </PromptDialog>
  )
}

function Keys({ all }: { all: readonly (readonly [string, string])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.75,
        alignItems: 'baseline',
        m: 0,
        '& dd': { m: 0 },
      }}
    >
      {all.map(([keys, what]) => (
        <Box key={keys} sx={{ display: 'contents' }}>
          <dt>
            {keys.split(' ').map((key) => (
              <Box
                key={key}
                component="kbd"
                sx={{
                  font: 'inherit',
                  fontSize: '0.8125rem',
                  px: 0.75,
                  mr: 0.5,
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: 0.5,
                }}
              >
                {key}
              </Box>
            ))}
          </dt>
          <Typography component="dd" variant="body2">
            {what}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
