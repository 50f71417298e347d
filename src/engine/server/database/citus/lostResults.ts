import type pg from 'pg'

/*
 * A statement that workers are asked is made in parts, and what one part found is kept for the others. Where a part does
 * not find what another kept, Citus says so as a mere warning and goes on as if nothing had been found: an answer that is
 * wrong and looks right.
 */

/** What Citus calls it. */
const notFound = 'CIINF'

const incomplete = new WeakSet<pg.ClientBase>()

/** Listens whether an answer lacks a part. */
export function watchResults(client: pg.ClientBase): void {
  client.on('notice', ({ code }) => {
    if (code === notFound) incomplete.add(client)
  })
}

/** @throws Error where the answer that came just now lacks a part: none is better than a wrong one */
export function refuseIncomplete(client: pg.ClientBase): void {
  if (incomplete.delete(client))
    throw new Error('A part of a statement did not find what another had kept for it: its answer would be wrong.')
}
