import { type Installation, installationDefaults } from '#engine/declaration/answers/installation.ts'

const tag = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="installation"]')

/** What the server wrote into the page; where there is none (tests, the development server), the defaults. */
export const installation: Installation = {
  ...installationDefaults,
  ...(tag ? (JSON.parse(tag.content) as Partial<Installation>) : {}),
}
