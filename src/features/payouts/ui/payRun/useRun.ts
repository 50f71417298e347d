import { useEffect, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { PayeeRow, PayeesResponse } from '../../answers/payees.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import type { Address } from '#engine/ui/queryPage/useAddress.ts'
import { ownersPath, readOwnersQuery } from '../payees/filters/payeesQuery.ts'
import { payeesMax } from './payees.ts'
import { type PayRunSelection, usePayRunSelection } from './useChosen.ts'

/** A run on the page: who is chosen, and whether it is being looked at. */
export interface Run {
  readonly chosen: PayRunSelection
  readonly isOpen: boolean
  open(): void
  /** Chooses everybody who is ready and shows them. */
  openReady(): void
  close(): void
}

/** In the address `pay=ready` opens a run of all who are ready, `pay=affiliate-7,partner-3` one of these. */
const inAddress = 'pay'

/** Runs of the page of payments. @param shown the owners as they were read last */
export function useRun(shown: readonly PayeeRow[] | undefined, address: Address): Run {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notifyError = useNotifyError()
  const chosen = usePayRunSelection(shown)
  const [isOpen, setIsOpen] = useState(false)
  const openFor = async (who: string) => {
    const base = ownersPath({
      ...readOwnersQuery(() => ''),
      ...(who === 'ready' ? { statuses: ['payable'] } : {}),
      size: payeesMax + 1,
    })
    try {
      const { rows } = await dataProvider.read<PayeesResponse>(
        who === 'ready' ? base : `${base}&owner=${encodeURIComponent(who)}`,
      )
      chosen.only(rows)
      setIsOpen(true)
    } catch (error) {
      notifyError(error)
    }
  }
  const asked = address.get(inAddress)
  const begun = useRef('')
  useEffect(() => {
    if (asked === '' || begun.current === asked) return
    begun.current = asked
    void openFor(asked)
  })
  return {
    chosen,
    isOpen,
    open: () => setIsOpen(true),
    openReady: () => void openFor('ready'),
    close: () => {
      setIsOpen(false)
      begun.current = ''
      if (asked !== '') address.put({ [inAddress]: '' })
    },
  }
}
