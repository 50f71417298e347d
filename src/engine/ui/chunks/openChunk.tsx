import { type ComponentType, lazy, useState } from 'react'

/** A part of the pages as a component, and how to load it before it is shown. */
export type OpenPart<Props extends object> = ComponentType<Props> & { readonly preload: () => Promise<unknown> }

/**
 * A part that is loaded when it is first shown, and is there at once where it was loaded before. React's own `lazy` puts
 * its stand-in on the page even then, and keeps what it put there for 300 ms.
 */
export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): OpenPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return loaded
  }
  const Later = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // Decided once: another component in its place would begin anew.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Part, { preload })
}
