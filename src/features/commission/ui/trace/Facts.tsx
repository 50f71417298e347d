import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import type { NamedRef } from '../../answers/trace.ts'

/** Names and what they are, in as many columns as there is room for. */
export function DefinitionList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
        gap: 1.5,
        my: 2,
        '& dt': { typography: 'body2', color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
  )
}

/** A record by its name, which leads to it; by its number where the name is not for the reader. */
export function NamedLink({ resource, of: { id, name } }: { resource: 'affiliate' | 'partner'; of: NamedRef }) {
  return name === null ? (
    <>#{id}</>
  ) : (
    <RecordLink resource={resource} id={id}>
      {name}
    </RecordLink>
  )
}
