import { lazy, Suspense, useState } from 'react'
import { Edit, useEditContext, useNotify, useParams, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { AnyRecord } from '../../../config/record.ts'
import { isListTab } from '../../../config/recordPage.ts'
import { errorAnswer } from '../../dataProvider.ts'
import { RelativeMoment } from '../../fields/RelativeMoment.tsx'
import { useResourceName } from '../../fields/labels.ts'
import { NotFound } from '../../pages/notFound/NotFound.tsx'
import { RecordPanels } from '../../panels/RecordPanels.tsx'
import { RecordActions } from '../actions/RecordActions.tsx'
import { LogLink } from '../LogLink.tsx'
import { headAction, headAndTabs } from '../page/headRoom.ts'
import { useTabs } from '../page/useTabs.ts'
import { PageHeading } from '../PageHeading.tsx'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useRecordTitle } from '../useRecordTitle.ts'
import { useNameInFull, useNotifyFailedWrite } from '../useSaid.ts'
import { ConfiguredForm } from './ConfiguredForm.tsx'
import { formPage } from './formPage.ts'
import { toInput } from './formValues.ts'
import { StaleVersionDialog } from './StaleVersionDialog.tsx'
import { useUndoSave } from './useUndoSave.ts'

const PageTop = lazy(() => import('../page/PageTop.tsx'))
const TabContent = lazy(() => import('../page/TabContent.tsx'))
const HeadActions = lazy(() => import('../page/HeadActions.tsx'))

/**
 * The page of one record: its form where one may change it, what it says where one may only read it. An address that
 * can be no record's is none: so ends the way to `/create` of somebody who may not create.
 */
export function ConfiguredEdit() {
  const { id } = useParams<{ id: string }>()
  const { page } = useConfiguredResource()
  const { open } = useTabs()
  const isThere = /^\d+$/.test(id ?? '') && (page === undefined || open !== undefined)
  return isThere ? <OneRecord key={id} /> : <NotFound />
}

function OneRecord() {
  const resource = useConfiguredResource()
  const actor = useActor()
  const notify = useNotify()
  const nameInFull = useNameInFull()
  const notifyFailed = useNotifyFailedWrite()
  const [stale, setStale] = useState<AnyRecord | null>(null)
  const [keepsTyped, setKeepsTyped] = useState(false)
  const [formNumber, setFormNumber] = useState(0)
  // A change that came back after its session had ended is one of the record it was typed over, not of the one that was
  // read since.
  const [typedOver, setTypedOver] = useState<AnyRecord | null>(null)
  const undoOf = useUndoSave()
  const onSuccess = (saved: AnyRecord, { previousData }: { previousData?: AnyRecord } = {}) => {
    setKeepsTyped(false)
    setTypedOver(null)
    const onUndo = undoOf(previousData, saved)
    notify('resourcePages.form.saved', {
      type: 'success',
      messageArgs: { record: nameInFull(resource, saved) },
      ...(onUndo ? { onUndo } : {}),
    } as Parameters<typeof notify>[1])
  }
  const onError = (error: unknown, { previousData }: { previousData?: AnyRecord } = {}) => {
    const answer = errorAnswer(error)
    if (answer.code === 'stale_version') setStale(answer)
    else notifyFailed({ write: 'update', resource, record: previousData, error })
  }
  const bringIn = ({ takesOver }: { takesOver: boolean }) => {
    setTypedOver(null)
    setKeepsTyped(takesOver)
    // The record the form shows may be the stored one already: only a new form lets go of what was typed.
    if (!takesOver) setFormNumber((number) => number + 1)
  }
  const transform = (values: AnyRecord, options?: { previousData?: AnyRecord }) =>
    toInput({ resource, actor, operation: 'update', values, current: typedOver ?? options?.previousData })
  // Whoever may read a record has its page; react-admin would ask for the right to change it.
  return (
    <Edit
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess, onError }}
      transform={transform as never}
      queryOptions={{ retry: false }}
      title={false}
      actions={false}
      component="div"
      sx={formPage}
      render={() => (
        <>
          <EditPage key={formNumber} keepsTyped={keepsTyped} onTypedOver={setTypedOver} />
          {stale && (
            <StaleVersionDialog answer={stale} opened={typedOver} onClose={() => setStale(null)} onBringIn={bringIn} />
          )}
        </>
      )}
    />
  )
}

function EditPage({
  keepsTyped,
  onTypedOver,
}: {
  keepsTyped: boolean
  onTypedOver: (opened: AnyRecord | null) => void
}) {
  const resource = useConfiguredResource()
  const name = useResourceName()(resource.name, 1)
  const translate = useTranslate()
  const { record, isPending } = useEditContext()
  const title = useRecordTitle(resource, record)
  const { open, tabs } = useTabs()
  const hasCopies = tabs.some(({ tab }) => isListTab(tab) && tab.copies !== undefined)
  if (isPending || !record)
    return (
      <Box aria-busy>
        <Skeleton height={48} width="40%" />
        <Skeleton variant="rounded" height={320} />
      </Box>
    )
  return (
    <>
      <PageHeading
        title={title ?? `${name} ${record.id}`}
        detail={
          <>
            {name} #{record.id} · {translate('resourcePages.form.changedAt')}{' '}
            <RelativeMoment at={record['updatedAt'] as string} /> <LogLink id={record.id} />
          </>
        }
      >
        <RecordActions />
        {hasCopies && (
          <Suspense fallback={<Box sx={headAction} />}>
            <HeadActions />
          </Suspense>
        )}
      </PageHeading>
      {resource.page && (
        <Suspense fallback={<Box aria-busy sx={headAndTabs} />}>
          <PageTop />
        </Suspense>
      )}
      {open && open.tab !== 'form' ? (
        <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
          <TabContent tab={open.tab} />
        </Suspense>
      ) : (
        <>
          <ConfiguredForm operation="update" keepsTyped={keepsTyped} onTypedOver={onTypedOver} />
          <RecordPanels />
        </>
      )}
    </>
  )
}
