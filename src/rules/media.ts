import type { Day } from '#engine/values/calendar.ts'
import { escapeMarkup } from '#engine/values/markup.ts'

/** What affiliates are given to advertise with. */
export const mediaKinds = ['banner', 'text'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Nobody sees a draft; what was approved is shown on its days until somebody withdraws it. */
export const mediaStates = ['draft', 'approved', 'withdrawn'] as const

/** Rule of a medium: it does not end before it begins. */
export function mediaDaysAreWhole({ validFrom, validUntil }: { validFrom?: Day | null; validUntil?: Day | null }) {
  const isTurned = validFrom && validUntil && validUntil < validFrom
  return isTurned ? ({ field: 'validUntil', code: 'before_begin' } as const) : null
}

/** What the code that an affiliate takes over is made of. */
export interface Embedded {
  readonly kind: MediaKind
  readonly name: string
  readonly brand: string
  readonly token: string
  readonly text: string | null
  readonly warning: string
  readonly width: number | null
  readonly height: number | null
  /** Where the image of a banner is. */
  readonly address: string | null
  /** The affiliate's own link. */
  readonly link: string
}

/** The address of a link that tells by which medium a visitor came. */
export function linkOfMedia(link: string, token: string): string {
  return `${link}${link.includes('?') ? '&' : '?'}media=${encodeURIComponent(token)}`
}

/** The code for an affiliate's own site: the medium with its link, and the warning, which belongs to it. */
export function embedCode(medium: Embedded): string {
  const { kind, name, brand, text, warning, width, height, address } = medium
  const open = `<a href="${escapeMarkup(linkOfMedia(medium.link, medium.token))}" target="_blank" rel="sponsored noopener">`
  const note = `<small>${escapeMarkup(warning)}</small>`
  if (kind === 'text') return `<p>${escapeMarkup(text ?? '')} ${open}${escapeMarkup(brand)}</a> ${note}</p>`
  const alt = escapeMarkup(`${name}. ${warning}`)
  const size = `width="${width ?? 0}" height="${height ?? 0}"`
  return `<div>${open}<img src="${escapeMarkup(address ?? '')}" ${size} alt="${alt}"></a><br>${note}</div>`
}
