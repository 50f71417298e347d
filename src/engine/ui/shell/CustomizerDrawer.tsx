import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import { sheetEvent } from '#engine/ui/shortcuts/Shortcuts.tsx'
import { useOffice } from './OfficeContext.tsx'
import { defaultPreferences, layoutChoices, type LayoutChoice } from './preferences.ts'

/** Choices that count in the vertical layout only. */
const ofSidebar: readonly LayoutChoice[] = ['sidebar', 'sidebarType']

function ChoiceRow({ choice }: { choice: LayoutChoice }) {
  const translate = useTranslate()
  const { preferences, choose } = useOffice()
  const id = useId()
  const isIdle = ofSidebar.includes(choice) && preferences.layout !== 'vertical'
  return (
    <Box sx={{ mb: 2.5 }}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 600, mb: 0.75 }}>
        {translate(`pages.customizer.${choice}`)}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        color="primary"
        aria-labelledby={id}
        value={preferences[choice]}
        onChange={(_, value: string | null) => {
          if (value) choose({ [choice]: value })
        }}
      >
        {layoutChoices[choice].map((value) => (
          <ToggleButton key={value} value={value} sx={{ color: 'text.primary' }}>
            {translate(`pages.customizer.${value}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {isIdle ? (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {translate('pages.customizer.sidebarOnly')}
        </Typography>
      ) : null}
    </Box>
  )
}

function Panel({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { choose, hasSaveFailed } = useOffice()
  return (
    <Box sx={{ width: 336, maxWidth: '100vw', boxSizing: 'border-box', p: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography variant="h2" id="customizer-title">
          {translate('pages.customizer.title')}
        </Typography>
        <IconButton size="small" aria-label={translate('pages.app.close')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        {translate('pages.customizer.lead')}
      </Typography>
      {(Object.keys(layoutChoices) as LayoutChoice[]).map((choice) => (
        <ChoiceRow key={choice} choice={choice} />
      ))}
      <Typography component="output" variant="body2" sx={{ display: 'block', color: 'error.main' }}>
        {hasSaveFailed ? translate('pages.layout.saveFailed') : null}
      </Typography>
      <Button
        fullWidth
        sx={{ mb: 1 }}
        onClick={() => {
          onClose()
          window.dispatchEvent(new Event(sheetEvent))
        }}
      >
        {translate('pages.shortcuts.title')} (?)
      </Button>
      <Button fullWidth variant="outlined" onClick={() => choose(defaultPreferences)}>
        {translate('pages.customizer.reset')}
      </Button>
    </Box>
  )
}

/** What of the layout is chosen, each choice with its values. */
export default function CustomizerDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'customizer-title' } }}
    >
      <Panel onClose={onClose} />
    </Drawer>
  )
}
