const tag = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="installation"]')

/** The overlay in force: the page that the server sent carries it. */
export const overlayInForce: object = (tag ? (JSON.parse(tag.content) as { overlay?: object }).overlay : null) ?? {}
