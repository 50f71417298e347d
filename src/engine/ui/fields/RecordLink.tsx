import { LinkBase, useCreatePath } from 'react-admin'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import MuiLink from '@mui/material/Link'
import type { SxProps, Theme } from '@mui/material/styles'
import { useMayOpen } from '#engine/records/ui/ResourcesContext.tsx'

/** A link to a record's page for whoever may open it, plain text for others. The one that names its row stands out. */
export function RecordLink({
  resource,
  id,
  isTitle = false,
  children,
}: {
  resource: string
  id: number | string
  isTitle?: boolean
  children: ReactNode
}) {
  const createPath = useCreatePath()
  const mayOpen = useMayOpen()
  if (!mayOpen(resource)) return <>{children}</>
  return (
    <MuiLink
      component={LinkBase}
      to={createPath({ resource, id, type: 'edit' })}
      underline="hover"
      onClick={(event: MouseEvent) => event.stopPropagation()}
      color={isTitle ? 'primary' : 'inherit'}
      sx={isTitle ? { fontWeight: 500 } : quiet}
    >
      {children}
    </MuiLink>
  )
}

/** Several records by their names, one after the other. */
export const RecordLinks = ({
  resource,
  records,
}: {
  resource: string
  records: readonly { readonly id: number | string; readonly name: string }[]
}) =>
  records.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <RecordLink resource={resource} id={id}>
        {name}
      </RecordLink>
    </Fragment>
  ))

/** Many names beside each other: a fine line tells that they lead somewhere. */
const quiet: SxProps<Theme> = (theme) => ({
  textDecoration: 'underline dotted',
  textDecorationColor: (theme.vars ?? theme).palette.text.disabled,
  textUnderlineOffset: 3,
  '&:hover': { textDecorationStyle: 'solid' },
})
