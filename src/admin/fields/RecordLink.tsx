import { LinkBase, useCreatePath } from 'ra-core'
import type { MouseEvent, ReactNode } from 'react'
import MuiLink from '@mui/material/Link'
import { useMayOpen } from '../resource/ResourcesContext.tsx'

/** A link to a record's page for whoever may open it, plain text for others. */
export function RecordLink({ resource, id, children }: { resource: string; id: number | string; children: ReactNode }) {
  const createPath = useCreatePath()
  const mayOpen = useMayOpen()
  if (!mayOpen(resource)) return <>{children}</>
  return (
    <MuiLink component={LinkBase} to={createPath({ resource, id, type: 'edit' })} underline="hover" color="inherit" onClick={(event: MouseEvent) => event.stopPropagation()}
      sx={{ textDecorationLine: 'underline', textDecorationColor: 'divider', '&:hover': { textDecorationColor: 'currentcolor' } }}>
      {children}
    </MuiLink>
  )
}
