import { useEffect, useState } from 'react'
import type { ApplicationFormAnswer } from '../../answers/applications.ts'
import { answerOf, ApiCallError } from '#engine/auth/ui/session/apiCallError.ts'
import { Card } from '#engine/auth/ui/signIn/Card.tsx'
import { useSignIn } from '#engine/auth/ui/signIn/EntranceContext.tsx'
import { Failure } from '#engine/auth/ui/signIn/Form.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

/** The brand that is applied for, or why there is none. */
type Opened = { readonly form: ApplicationFormAnswer } | { readonly failure: string } | null

function useOpened(slug: string): Opened {
  const { calls, explain } = useSignIn()
  const { apply } = useTexts()
  const [opened, setOpened] = useState<Opened>(null)
  useEffect(() => {
    const read = async () => answerOf<ApplicationFormAnswer>(await calls.sendQuietly(`/api/apply/${slug}`))
    read().then(
      (form) => setOpened({ form }),
      async (error: unknown) => {
        const isClosed = error instanceof ApiCallError && error.status === 404
        setOpened({ failure: isClosed ? apply.closed : await explain(error) })
      },
    )
    // Asked once for each brand; another language changes nothing of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [slug])
  return opened
}

/** The public page of a brand on which somebody applies to become its affiliate. */
export function ApplyPage({ slug }: { slug: string }) {
  const { apply } = useTexts()
  const opened = useOpened(slug)
  const [isDone, setIsDone] = useState(false)
  if (isDone)
    return (
      <Card title={apply.doneTitle} lead={apply.doneLead}>
        {null}
      </Card>
    )
  if (!opened) return <Card title={apply.title.replace('%{brand}', '…')}>{null}</Card>
  if ('failure' in opened)
    return (
      <Card title={apply.closedTitle}>
        <Failure text={opened.failure} />
      </Card>
    )
  const { form } = opened
  return (
    <Card title={apply.title.replace('%{brand}', form.brand)} lead={apply.lead}>
      <ApplyForm slug={slug} form={form} onDone={() => setIsDone(true)} />
    </Card>
  )
}
