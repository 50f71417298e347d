import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ShownDownload, ShownSchedule } from '#features/reporting/answers/downloads.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import DownloadsPage from '#features/reporting/ui/downloads/DownloadsPage.tsx'
import { newSchedule, scheduleInput, scheduleProblems } from '#features/reporting/ui/downloads/scheduleInput.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const person: Actor = {
  kind: 'user',
  userId: 1,
  name: 'ana@office.test',
  root: false,
  roles: new Set(),
  company: 1,
  allowedBrands: [],
  partner: null,
}
const known = resources as unknown as Readonly<Record<string, AnyResource>>

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const ready: ShownDownload = {
  id: 1,
  report: 'general',
  name: 'Marca 1',
  from: '2026-11-01',
  to: '2026-11-20',
  format: 'xlsx',
  language: 'pt',
  state: 'ready',
  schedule: 7,
  rows: 1200,
  bytes: 45_056,
  problem: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  dueAt: '2026-11-21T08:00:00.000Z',
  finishedAt: '2026-11-21T08:00:02.000Z',
}
const schedule: ShownSchedule = {
  id: 7,
  view: 3,
  report: 'general',
  name: 'Marca 1',
  repeats: 'weekly',
  weekday: 'monday',
  monthDay: null,
  period: 'last7',
  format: 'xlsx',
  language: 'pt',
  isPaused: false,
  nextAt: '2026-11-23T08:00:00.000Z',
}

/** The page over files and schedules that calls may change. */
function show(
  files: readonly ShownDownload[],
  schedules: readonly ShownSchedule[] = [],
  callApi: (path: string, init: { method: string; body?: string }) => object = () => ({}),
) {
  const calls: [string, string, unknown][] = []
  let shown = files
  stage({
    actor: person,
    resources: known,
    pages: {},
    others: { '/downloads': <DownloadsPage /> },
    at: '/downloads',
    dataProvider: {
      read: async (path: string) =>
        path === '/api/me/schedules' ? schedules : { files: shown, bytes: 45_056, bytesMax: 52_428_800, keptDays: 30 },
      callApi: async (path: string, init: { method: string; body?: string }) => {
        calls.push([init.method, path, init.body === undefined ? undefined : JSON.parse(init.body)])
        return { json: callApi(path, init) }
      },
    },
  })
  return {
    calls,
    change: (next: readonly ShownDownload[]) => {
      shown = next
    },
  }
}

describe('my downloads', () => {
  it('say what is missing and how to make the first file and the first schedule', async () => {
    show([])
    expect(await screen.findByText(/Em um relatório, escolha Exportar e depois “Em segundo plano”/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Abrir um relatório' }).getAttribute('href')).toBe('/reports/general/v2')
    expect(await screen.findByText(/clique no relógio ao lado do nome/)).toBeTruthy()
  })

  it('show of a file its report, period, size and rows, and offer it', async () => {
    show([ready])
    const card = within(await screen.findByRole('listitem', { name: 'Marca 1 · Relatório geral' }))
    expect(card.getByText('Pronto')).toBeTruthy()
    expect(
      card.getByText(
        /^01\/11\/2026 – 20\/11\/2026 · XLSX · 44 kB · 1\.200 linhas · feito em 21\/11\/2026 08:00 UTC \([^)]+\) · por agendamento$/,
      ),
    ).toBeTruthy()
    expect(card.getByRole('button', { name: 'Baixar Marca 1 · Relatório geral, 01/11/2026 – 20/11/2026' })).toBeTruthy()
    expect(screen.getByText(/44 kB de 50 MB em uso/)).toBeTruthy()
  })

  it('follow a file while it is made, without a reload', async () => {
    const { change } = show([{ ...ready, state: 'running', rows: 400, bytes: null, finishedAt: null }])
    expect(await screen.findByText('400 linhas lidas')).toBeTruthy()
    change([ready])
    expect(await screen.findByText('Pronto')).toBeTruthy()
    expect(screen.queryByText('400 linhas lidas')).toBeNull()
  })

  it('say why there is no file, and try again', async () => {
    const { calls } = show([{ ...ready, state: 'failed', bytes: null, problem: { code: 'forbidden', values: null } }])
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Você não tem permissão para isto. Fale com o administrador.',
    )
    await userEvent.click(screen.getByRole('button', { name: /^Tentar de novo/ }))
    expect(calls).toEqual([['POST', '/api/me/downloads/1/retry', {}]])
  })

  it('say when a file is tried again that failed for a reason that passes', async () => {
    show([
      {
        ...ready,
        state: 'queued',
        bytes: null,
        problem: { code: 'internal_error', values: null },
        dueAt: '2026-11-21T08:05:00.000Z',
      },
    ])
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Próxima tentativa: 21\/11\/2026 08:05 UTC \([^)]+\)\./,
    )
  })

  it('stop a file that waits, and remove one that is done', async () => {
    const { calls } = show([{ ...ready, id: 2, name: null, state: 'queued', bytes: null, finishedAt: null }, ready])
    await userEvent.click(await screen.findByRole('button', { name: /^Cancelar/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Remover Marca 1/ }))
    expect(calls.map(([method, path]) => [method, path])).toEqual([
      ['POST', '/api/me/downloads/2/cancel'],
      ['DELETE', '/api/me/downloads/1'],
    ])
  })
})

describe('schedules', () => {
  it('say how often, of which period, as what and when next; and are paused', async () => {
    const { calls } = show([], [schedule, { ...schedule, id: 8, name: 'Parada', isPaused: true, nextAt: null }])
    const card = within(await screen.findByRole('listitem', { name: 'Marca 1 · Relatório geral' }))
    expect(card.getByText('Toda semana: Segunda-feira · Últimos 7 dias · Planilha (XLSX) · Português')).toBeTruthy()
    expect(card.getByText(/^Próximo arquivo: 23\/11\/2026 08:00 UTC \([^)]+\)$/)).toBeTruthy()
    await userEvent.click(card.getByRole('button', { name: 'Pausar Marca 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Retomar Parada' }))
    expect(calls.map(([method, path]) => [method, path])).toEqual([
      ['POST', '/api/me/schedules/7/pause'],
      ['POST', '/api/me/schedules/8/resume'],
    ])
  })

  it('are changed in a form that asks for a day only where one counts', async () => {
    // react-admin writes refused calls to the console of a development build.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isRefused = true
    const { calls } = show([], [schedule], () => {
      if (isRefused) throw toHttpError(403, { code: 'forbidden' })
      return schedule
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Editar Marca 1' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText(/Dia da semana/)).toBeTruthy()
    await user.click(dialog.getByLabelText(/Frequência/))
    await user.click(await screen.findByRole('option', { name: 'Todo mês' }))
    expect(dialog.queryByLabelText(/Dia da semana/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(calls).toEqual([])
    await user.type(dialog.getByLabelText(/Dia do mês/), '31')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Você não tem permissão para isto. Fale com o administrador',
    )
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText(/^Agendamento alterado: /)).toBeTruthy()
    expect(calls.at(-1)).toEqual([
      'PUT',
      '/api/me/schedules/7',
      { repeats: 'monthly', weekday: null, monthDay: 31, period: 'last7', format: 'xlsx', language: 'pt' },
    ])
  })

  it('begin with the period of their view where that has a name, else with yesterday', () => {
    expect(newSchedule({ query: 'brand=1&preset=lastMonth', language: 'es' })).toEqual({
      repeats: 'daily',
      weekday: null,
      monthDay: null,
      period: 'lastMonth',
      format: 'xlsx',
      language: 'es',
    })
    expect(newSchedule({ query: 'from=2026-01-01&to=2026-01-02&preset=ever', language: 'pt' })).toMatchObject({
      period: 'yesterday',
    })
  })

  it('need the day that counts, and send no other', () => {
    const values = { repeats: 'weekly', weekday: null, monthDay: 5, period: 'yesterday', format: 'csv', language: 'pt' }
    expect(scheduleProblems(values)).toEqual([{ field: 'weekday', code: 'required' }])
    expect(scheduleInput({ ...values, weekday: 'friday' })).toEqual({ ...values, weekday: 'friday', monthDay: null })
    expect(scheduleProblems({ ...values, repeats: 'monthly', monthDay: 32 })).toMatchObject([
      { field: 'monthDay', code: 'too_large' },
    ])
  })
})
