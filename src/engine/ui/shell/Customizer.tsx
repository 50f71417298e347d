import TuneOutlined from '@mui/icons-material/TuneOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'

const CustomizerDrawer = lazy(() => import('./CustomizerDrawer.tsx'))

/** The button that opens the customizer, and the customizer, once it is asked for. */
export function Customizer() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const title = translate('pages.layout.customize')
  return (
    <>
      <Tooltip title={title}>
        <IconButton color="inherit" aria-label={title} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <TuneOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Suspense fallback={null}>
        {isOpen === null ? null : <CustomizerDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
