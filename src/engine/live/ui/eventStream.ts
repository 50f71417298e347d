/*
 * Whether the stream of events is open: what is told by it need not be asked for. A page that waits for something has it
 * opened at once; else it is opened once somebody stays.
 */
let isOpen = false
const wanted = new Set<() => void>()

/** The stream of events, as pages know it. */
export const eventStream = {
  isOpen: () => isOpen,
  set(open: boolean) {
    isOpen = open
  },
  /** Has it opened. */
  want() {
    for (const open of wanted) open()
  },
  /** Says who opens it. @returns how that is taken back */
  onWanted(open: () => void) {
    wanted.add(open)
    return () => void wanted.delete(open)
  },
}
