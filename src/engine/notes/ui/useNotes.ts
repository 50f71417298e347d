import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'react-admin'
import type { Note, NotesAnswer } from '../answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { waitingKey } from './waitingKey.ts'

/** What is written in one go. */
export interface NewNote {
  readonly text: string
  /** Whether whom the record belongs to reads it. */
  readonly shared?: true
  readonly mentions: readonly number[]
  readonly taskFor?: number
  readonly due?: string
  readonly files: readonly { readonly name: string; readonly content: string }[]
}

/** The notes on the record that is open, and what can be done with them; each answer holds all of them. */
export function useNotes() {
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const path = `/api/${name}/${String(record?.id)}/note`
  const queryKey = ['notes', path]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await dataProvider.read<NotesAnswer>(path, signal)
      // Whoever reads the notes has seen what mentions them.
      await dataProvider.callApi('/api/me/waiting/seen', {
        method: 'POST',
        body: JSON.stringify({ object: name, record: Number(record?.id) }),
      })
      void client.invalidateQueries({ queryKey: waitingKey })
      return answer
    },
    retry: false,
  })
  const change = useMutation({
    mutationFn: async ({ rest, method, body }: { rest: string; method: 'POST' | 'DELETE'; body?: object }) =>
      (
        await dataProvider.callApi<NotesAnswer>(`${path}${rest}`, {
          method,
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).json,
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer)
      void client.invalidateQueries({ queryKey: waitingKey })
    },
  })
  return {
    query,
    path,
    isBusy: change.isPending,
    error: change.error,
    add: (note: NewNote) => change.mutateAsync({ rest: '', method: 'POST', body: note }),
    mark: ({ id, task, question }: Note) => {
      const doneAt = question ? question.answeredAt : task?.doneAt
      change.mutate({ rest: `/${id}/done`, method: 'POST', body: { done: doneAt === null } })
    },
    remove: ({ id }: Note) => change.mutate({ rest: `/${id}`, method: 'DELETE' }),
  }
}
