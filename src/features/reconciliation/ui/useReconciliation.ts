import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'react-admin'
import { type BackOfficeDataProvider, toHttpError } from '#engine/records/ui/dataProvider.ts'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import type { CodeMeaning, ReconciliationAnswer } from '../answers/reconciliation.ts'

/** The server takes 4 MB; quotes and line ends take two characters on the way. */
const fileBytesMax = 3_500_000

interface Compared {
  readonly fileName: string
  readonly statement: string
  readonly answer: ReconciliationAnswer
}

/** What a person says of lines before confirming: proposals that are right, and lines that are no payment of ours. */
export interface Choices {
  readonly accept: ReadonlySet<number>
  readonly dismiss: ReadonlySet<number>
}
const noChoices: Choices = { accept: new Set(), dismiss: new Set() }
const toggled = (lines: ReadonlySet<number>, line: number): Set<number> => {
  const others = new Set(lines)
  if (!others.delete(line)) others.add(line)
  return others
}

/** Compares a statement with our payments, and does what was found. Nothing is changed by comparing. */
export function useReconciliation() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const client = useQueryClient()
  const call = useIdempotentCall()
  const [compared, setCompared] = useState<Compared | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const [state, setState] = useState<{ isComparing: boolean; error: unknown }>({ isComparing: false, error: null })
  const compare = async (fileName: string, statement: string) => {
    setState({ isComparing: true, error: null })
    try {
      const answer = (await dataProvider.runAction({
        resource: 'payment',
        path: 'reconcile',
        input: { statement },
      })) as unknown as ReconciliationAnswer
      setCompared({ fileName, statement, answer })
      setChoices(noChoices)
      setState({ isComparing: false, error: null })
    } catch (error) {
      setState({ isComparing: false, error })
    }
  }
  const load = async (file: File) => {
    call.forget()
    setCompared(null)
    if (file.size > fileBytesMax)
      return setState({ isComparing: false, error: toHttpError(413, { code: 'payload_too_large' }) })
    await compare(file.name, decodeText(new Uint8Array(await file.arrayBuffer())))
  }
  const confirm = async () => {
    if (!compared) return
    const { fileName, statement, answer } = compared
    const done = await call.run({
      resource: 'payment',
      path: 'reconcile',
      input: {
        statement,
        confirmation: answer.confirmation,
        accept: [...choices.accept],
        dismiss: [...choices.dismiss],
      },
    })
    if (done)
      notify('moneyPages.reconciliation.confirmed', {
        type: 'success',
        messageArgs: { smart_count: (done['changed'] as unknown[]).length },
      })
    if (done?.['waiting']) {
      notify('moneyPages.reconciliation.waitsForSecond', { type: 'info' })
      await client.invalidateQueries({ queryKey: ['bankStatement', 'waiting'] })
    }
    // What changed, or why it could not, shows in the comparison as it is now.
    await compare(fileName, statement)
  }
  /** Remembers what a code of a bank means, and compares anew with it. */
  const answerCode = async (code: { bank: string; code: string; company: number | null }, means: CodeMeaning) => {
    if (!compared) return
    const { bank, code: written, company } = code
    const done = await call.run({
      resource: 'payment',
      path: 'bank_code',
      input: { bank, code: written, means, ...(company === null ? {} : { company }) },
    })
    if (!done) return
    notify('moneyPages.reconciliation.codeRemembered', { type: 'success', messageArgs: { code: written } })
    await compare(compared.fileName, compared.statement)
  }
  return {
    compared,
    choices,
    choose: (kind: keyof Choices, line: number) =>
      setChoices((given) => ({ ...given, [kind]: toggled(given[kind], line) })),
    answerCode,
    load,
    confirm,
    isConfirming: call.isRunning,
    isComparing: state.isComparing,
    error: state.error ?? call.error,
  }
}
