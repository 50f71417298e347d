/** How days and moments are written for people (specification, section 9), on pages and in files. */

/** Shown where there is no value. */
export const emptyText = '–'

/** A day, `2014-08-23`, as `23/08/2014`. */
export function formatDay(value: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value ?? '')
  return match ? `${match[3]}/${match[2]}/${match[1]}` : emptyText
}

/** A moment as `23/08/2014 15:04`, in UTC. */
export function formatMoment(value: string | null | undefined): string {
  const moment = new Date(value ?? '')
  if (Number.isNaN(moment.getTime())) return emptyText
  const iso = moment.toISOString()
  return `${formatDay(iso)} ${iso.slice(11, 16)}`
}
