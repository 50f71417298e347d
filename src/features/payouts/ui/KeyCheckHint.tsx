import { useEffect, useState } from 'react'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import type { KeyCheckAnswer } from '../answers/keyCheck.ts'
import { normalizePaymentKey, type PaymentKeyType, paymentKeyProblem } from '#engine/values/documents/paymentKeys.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'

/** Until so many milliseconds nothing was typed. */
const pauseMs = 700
const severities = { right: 'success', wrong: 'error', unchecked: 'warning', unknown: 'warning' } as const
const names = ['name', 'documentType', 'document', 'paymentKeyType', 'paymentKey'] as const

const isPaymentKey = (key: { type: PaymentKeyType; value: string }) =>
  paymentKeyProblem({ ...key, value: normalizePaymentKey(key) }) === null

/** In the form of an affiliate or partner: whose the payment key is that was typed, as the gateway says. */
export default function KeyCheckHint() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const actor = useActor()
  const record = useRecordContext()
  const [name, documentType, document, paymentKeyType, paymentKey] = useWatch({ name: [...names] }) as (
    | string
    | null
    | undefined
  )[]
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly said: KeyCheckAnswer } | null>(null)
  const isNew = Boolean(paymentKey) && paymentKey !== record?.['paymentKey']
  const isKey =
    paymentKeyType && paymentKey ? isPaymentKey({ type: paymentKeyType as PaymentKeyType, value: paymentKey }) : false
  const mayAsk = isNew && isKey && Boolean(name) && (actor.root || actor.roles.has('financial'))
  const input = { name, paymentKeyType, paymentKey, ...(document && documentType ? { documentType, document } : {}) }
  const asked = mayAsk ? JSON.stringify(input) : null
  useEffect(() => {
    if (asked === null) return
    let isOver = false
    const timer = setTimeout(() => {
      dataProvider
        .runAction({ resource: 'payment', path: 'key_check', input: JSON.parse(asked) as Record<string, string> })
        .then((said) => isOver || setAnswer({ asked, said: said as unknown as KeyCheckAnswer }))
        // What is wrong with the fields is said where they stand; the key is asked about again before each payment.
        .catch(() => isOver || setAnswer({ asked, said: { verdict: 'unknown', differs: [] } }))
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, dataProvider])
  if (asked === null || answer?.asked !== asked) return null
  const { verdict, differs } = answer.said
  return (
    <Alert severity={severities[verdict]} variant="outlined" sx={{ my: 2 }} role="status">
      {translate(`paying.keyCheck.${verdict}`, {
        differs: differs.map((each) => translate(`paying.differs.${each}`)).join(', '),
      })}
    </Alert>
  )
}
