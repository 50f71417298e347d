import { LinkBase, useTranslate } from 'react-admin'
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined'
import Button from '@mui/material/Button'

/** Leads to the deliveries that are no longer retried. */
export function DeadDeliveriesLink() {
  const translate = useTranslate()
  const to = `/signalDelivery?filter=${encodeURIComponent(JSON.stringify({ state: ['dead'] }))}`
  return (
    <Button component={LinkBase} to={to} variant="outlined" startIcon={<ReportGmailerrorredOutlined />}>
      {translate('panels.signals.givenUp')}
    </Button>
  )
}
