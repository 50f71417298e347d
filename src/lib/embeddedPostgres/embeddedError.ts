/** The embedded database cannot be started; the message says why and what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
