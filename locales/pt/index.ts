import { withOnDemand } from '../compose.ts'
import { firstMessages } from './first.ts'
import * as onDemand from './onDemand.ts'

/** Everything the back office says in this language. */
export const messages = withOnDemand(firstMessages, onDemand)
