import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ProofForm } from '#engine/auth/ui/twoStep/ProofForm.tsx'
import { isSuccess, readJson } from '#engine/auth/ui/session/apiCallError.ts'
import { type StepUpCredentials, proofAsked, type StepUpRequest } from '#engine/auth/ui/session/stepUp.ts'

/** What may be typed again. */
const aboutTheProof = new Set(['invalid_totp', 'invalid_password', 'authenticator_locked', 'too_many_requests'])

/** Asks for what one request lacks, and sends it again. */
export default function AskingProof({ request }: { request: StepUpRequest }) {
  const translate = useTranslate()
  const [asked, setAsked] = useState(request.asked)
  const [given, setGiven] = useState<StepUpCredentials>({})
  const isPassword = asked === 'currentPassword'
  const prove = async (more: StepUpCredentials) => {
    const proof = { ...given, ...more }
    const answer = await request.retry(proof)
    if (isSuccess(answer)) return request.settle(answer)
    const body = ((await readJson(answer.clone())) ?? {}) as AnyRecord
    const next = await proofAsked(answer)
    if (next !== null && next !== asked) {
      // The password was right: the code is what is missing now.
      setGiven(proof)
      return setAsked(next)
    }
    if (next === null && !aboutTheProof.has(String(body['code']))) return request.settle(answer)
    throw toHttpError(answer.status, body)
  }
  return (
    <PromptDialog
      title={translate(`resourcePages.guard.${isPassword ? 'passwordTitle' : 'title'}`)}
      text={translate(`resourcePages.guard.${isPassword ? 'passwordText' : 'text'}`)}
      onClose={() => request.settle()}
    >
      <ProofForm key={asked} asks={asked} onConfirm={(typed) => prove({ [asked]: typed })} />
    </PromptDialog>
  )
}
