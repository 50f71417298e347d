import { readEnvironment } from '#engine/server/environment.ts'
import { type KeyRing, openKeyRing } from './keyRing.ts'

let ring: KeyRing | undefined

/**
 * The key ring of this process, read (at the very first start: made) when the first line is written. Keys belong to the
 * process and not to a
 * database: lines are written with whatever connection the write has.
 * @throws LogKeysError where it can be neither read nor made
 */
export function currentKeys(): KeyRing {
  ring ??= openKeyRing(readEnvironment(process.env).logKeys)
  return ring
}
