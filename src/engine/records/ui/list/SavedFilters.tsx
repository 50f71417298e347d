import { useListContext, useNavigate, useTranslate } from 'react-admin'
import { SavedViewsButton } from '#engine/savedViews/ui/SavedViewsButton.tsx'

/** Filters, sort and page size of a list under a name, to come back to; kept with the user. */
export function SavedFilters() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { resource, filterValues, sort, perPage } = useListContext()
  const currentQuery = () =>
    new URLSearchParams({
      filter: JSON.stringify(filterValues),
      sort: sort.field,
      order: sort.order,
      perPage: String(perPage),
    }).toString()
  return (
    <SavedViewsButton
      page={{ list: resource }}
      label={translate('resourcePages.savedFilters.title')}
      none={translate('resourcePages.savedFilters.none')}
      currentQuery={currentQuery}
      onOpen={(query) => void navigate({ search: `?${query}` })}
    />
  )
}
