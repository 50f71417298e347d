import { composeMessages } from '../compose.ts'
import { choices } from './choices.ts'
import { downloads } from './downloads.ts'
import { errors } from './errors.ts'
import { menu, system } from './menu.ts'
import { pages } from './pages.ts'
import { pageTitles } from './pageTitles.ts'
import { panels } from './panels.ts'
import { paying } from './paying.ts'
import { reactAdmin } from './reactAdmin.ts'
import { reports } from './reports.ts'
import { resourcePages } from './resourcePages.ts'
import { resources } from './resources.ts'
import { work } from './work.ts'

/** What the first pages say in this language; the rest comes with the pages that say it (`texts.ts`). */
export const firstMessages = composeMessages({
  reactAdmin,
  resources,
  system,
  choices,
  errors,
  menu,
  reports,
  pages,
  resourcePages,
  panels,
  moneyPages: pageTitles,
  downloads,
  work,
  paying,
})
