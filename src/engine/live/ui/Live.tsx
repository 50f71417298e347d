import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useEvent, useLocation, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { LiveEvent } from '../answers/live.ts'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { slots } from '#engine/ui/slots.ts'
import { jobsKey } from '#engine/jobs/ui/jobsKey.ts'
import { listen } from './listen.ts'

/** How long what came is kept together before lists are read again, in milliseconds. */
const togetherMs = 1_000

/** The record whose page is open, `affiliate/7`. */
function useOpenRecord(): string | null {
  const { pathname } = useLocation()
  const resources = useResources()
  const [, name = '', id] = /^\/(\w+)\/([1-9]\d*)(?:\/|$)/.exec(pathname) ?? []
  return id && resources[name] ? `${name}/${id}` : null
}

/**
 * Shows what colleagues do: lists that are open are read again, and a record's page says who else has it open and that
 * it was changed. What is typed in a form stays: it is read again only when the person says so.
 */
export default function Live() {
  const open = useOpenRecord()
  const { listenQuietly } = useOffice()
  return listenQuietly ? <Listening key={open} open={open} send={listenQuietly} /> : null
}

function Listening({
  open,
  send,
}: {
  open: string | null
  send: (path: string, init: RequestInit) => Promise<Response>
}) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const [names, setNames] = useState<readonly string[]>([])
  const [changedBy, setChangedBy] = useState<string | null>(null)
  const [resource = '', id = ''] = open?.split('/') ?? []
  const readAgain = useReadAgain()
  const hear = useEvent((event: LiveEvent) => {
    if (event.kind === 'open') setNames(event.names)
    else if (event.kind === 'job') void queryClient.invalidateQueries({ queryKey: jobsKey })
    else if (event.kind !== 'changed') slots().liveEvents[event.kind]?.(queryClient, event)
    else {
      readAgain(event.resource)
      if (event.resource === resource && event.ids.includes(Number(id))) setChangedBy(event.by)
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void listen({ send, open, signal: stop.signal, onEvent: hear })
    return () => stop.abort()
  }, [send, open, hear])
  const load = () => {
    setChangedBy(null)
    void queryClient.invalidateQueries({ queryKey: [resource] })
  }
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        insetInlineEnd: 16,
        bottom: 72,
        zIndex: 1200,
        display: 'grid',
        gap: 1,
        maxWidth: 360,
        displayPrint: 'none',
      }}
    >
      {names.length > 0 && (
        <Alert severity="info" variant="outlined" sx={{ bgcolor: 'background.paper' }} onClose={() => setNames([])}>
          {translate('pages.live.alsoOpen', { smart_count: names.length, names: names.join(', ') })}
        </Alert>
      )}
      {changedBy !== null && (
        <Alert
          severity="warning"
          variant="outlined"
          sx={{ bgcolor: 'background.paper' }}
          action={
            <Button color="inherit" size="small" onClick={load}>
              {translate('pages.live.load')}
            </Button>
          }
        >
          {translate('pages.live.changed', { name: changedBy })}
        </Alert>
      )}
    </Box>
  )
}

/** Reads the lists of a kind of record again, those that are open at once. */
function useReadAgain(): (resource: string) => void {
  const queryClient = useQueryClient()
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (resource) => {
    waiting.current.add(resource)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      for (const name of waiting.current) void queryClient.invalidateQueries({ queryKey: [name, 'getList'] })
      waiting.current.clear()
    }, togetherMs)
  }
}
