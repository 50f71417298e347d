import { composeMessages } from '../compose.ts'
import { choices } from './choices.ts'
import { downloads } from './downloads.ts'
import { errors } from './errors.ts'
import { menu, system } from './menu.ts'
import { moneyPages } from './moneyPages.ts'
import { pages } from './pages.ts'
import { panels } from './panels.ts'
import { paying } from './paying.ts'
import { reactAdmin } from './reactAdmin.ts'
import { reports } from './reports.ts'
import { resourcePages } from './resourcePages.ts'
import { resources } from './resources.ts'
import { work } from './work.ts'

/** Everything the back office says in this language. */
export const messages = composeMessages({
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
  moneyPages,
  downloads,
  work,
  paying,
})
