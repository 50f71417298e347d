import { LinkBase, useCreatePath } from 'react-admin'
import type { MouseEvent, ReactNode } from 'react'
import MuiLink from '@mui/material/Link'
import type { SxProps, Theme } from '@mui/material/styles'
import { useMayOpen } from '../resource/ResourcesContext.tsx'

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

/** Many names beside each other: a fine line tells that they lead somewhere. */
const quiet: SxProps<Theme> = (theme) => ({
  textDecoration: 'underline dotted',
  textDecorationColor: (theme.vars ?? theme).palette.text.disabled,
  textUnderlineOffset: 3,
  '&:hover': { textDecorationStyle: 'solid' },
})
