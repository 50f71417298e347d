import { useNavigate, useTranslate } from 'react-admin'
import type { Report } from '#engine/declaration/report.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import { SavedViewsButton } from '#engine/savedViews/ui/SavedViewsButton.tsx'
import type { ReportQuery } from '../reportQuery.ts'
import { addressOfView, savedViewQuery } from './viewQuery.ts'

/** Period, filters, order and columns of a report under a name, to come back to; kept with the user. */
export function SavedViews({ report, query }: { readonly report: Report; readonly query: ReportQuery }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [search] = useAddressQuery()
  return (
    <SavedViewsButton
      page={{ report: report.name }}
      label={translate('resourcePages.report.views')}
      none={translate('resourcePages.report.noViews')}
      currentQuery={() => savedViewQuery({ search, query, today: businessToday() })}
      onOpen={(kept) => navigate(addressOfView({ report, kept, today: businessToday() }))}
    />
  )
}
