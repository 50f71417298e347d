import { useState } from 'react'

/** Runs one piece of work at a time for a dialog: whether it is under way, and what it failed with. */
export function useAsyncAction() {
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: null })
  /** @returns whether it was done; why not stands in `error` then. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setState({ isRunning: true, error: null })
    try {
      await work()
      setState({ isRunning: false, error: null })
      return true
    } catch (error) {
      setState({ isRunning: false, error })
      return false
    }
  }
  return { ...state, run }
}
