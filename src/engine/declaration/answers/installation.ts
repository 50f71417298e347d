import type { Overlay } from '../overlay/overlay.ts'

/**
 * What the pages know of the installation they belong to. The page carries it itself, so that it is there before
 * anything is asked.
 */
export interface Installation {
  /** Where the API is, for example `https://api.example`; empty for the page's own origin. `API_HOST` of the build. */
  readonly apiHost: string
  /** Stands before amounts. `MONEY_SYMBOL` of the server that sends the page. */
  readonly moneySymbol: string
  /**
   * IANA name of the zone whose calendar day is the business day. `BUSINESS_TIME_ZONE` of the server that sends the
   * page.
   */
  readonly businessTimeZone: string
  /** What product owners laid over the declarations. */
  readonly overlay?: Overlay
}

/** What holds where nobody says otherwise. */
export const installationDefaults: Installation = { apiHost: '', moneySymbol: '$', businessTimeZone: 'UTC' }

/**
 * The origin that the pages connect to, besides their own.
 * @returns null where the API is on the page's own origin
 * @throws {Error} where `apiHost` is no address, with what to give
 */
export function apiOriginOf({ apiHost }: Pick<Installation, 'apiHost'>): string | null {
  if (apiHost === '') return null
  const address = URL.canParse(apiHost) ? new URL(apiHost) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new Error(
      `API_HOST "${apiHost}" cannot be used. Give an address that begins with https:// or http://, for example https://api.example.`,
    )
  return address.origin
}

/** Where the page carries it: the tag's content is JSON. */
const tagPattern = /<meta name="installation" content="([^"]*)"\s*\/?>/
const entities: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]

const escaped = (text: string) =>
  entities.reduce((done, [character, entity]) => done.replaceAll(character, entity), text)
const unescaped = (text: string) =>
  entities.toReversed().reduce((done, [character, entity]) => done.replaceAll(entity, character), text)

/**
 * What a page carries; what it does not say is the default.
 * @param page HTML with `<meta name="installation">`
 * @throws {Error} where the tag is missing or its content is no JSON, with the way to mend it
 */
export function installationOf(page: string): Installation {
  const [, content] = tagPattern.exec(page) ?? []
  if (content === undefined)
    throw new Error('The page has no <meta name="installation" content="{}" />. Build the pages again: npm run build.')
  try {
    return { ...installationDefaults, ...(JSON.parse(unescaped(content)) as Partial<Installation>) }
  } catch (error) {
    throw new Error(
      `The content of <meta name="installation"> in the page is no JSON: ${content}. Build the pages again: npm run build.`,
      { cause: error },
    )
  }
}

/** The page with what it is to know, in the place of what it carried. */
export function withInstallation(page: string, installation: Installation): string {
  return page.replace(
    tagPattern,
    () => `<meta name="installation" content="${escaped(JSON.stringify(installation))}" />`,
  )
}
