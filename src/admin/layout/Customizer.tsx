import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'

const CustomizerPanel = lazy(() => import('./CustomizerPanel.tsx'))

/** The button that opens the customizer, and the customizer. */
export function Customizer() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const title = translate('pages.layout.customize')
  return (
    <>
      <Tooltip title={title}>
        <IconButton color="inherit" aria-label={title} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <TuneOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'customizer-title' } }}
      >
        <Suspense fallback={null}>
          <CustomizerPanel onClose={() => setIsOpen(false)} />
        </Suspense>
      </Drawer>
    </>
  )
}
