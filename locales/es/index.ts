import { features } from './features.ts'
import { firstMessages } from './first.ts'
import { latePanels } from './latePanels.ts'
import { log } from './log.ts'
import { moneyPages } from './moneyPages.ts'
import { payRun } from './payRun.ts'
import { transitions } from './transitions.ts'

/** Everything the back office says in this language. */
export const messages = {
  ...firstMessages,
  features,
  moneyPages,
  transitions,
  resourcePages: { ...firstMessages.resourcePages, log },
  panels: { ...firstMessages.panels, ...latePanels },
  work: { ...firstMessages.work, payRun },
}
