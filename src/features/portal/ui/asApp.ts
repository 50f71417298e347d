import { brand } from '#engine/ui/shell/brand.ts'

const made = [
  ['link', { rel: 'manifest', href: '/manifest.webmanifest' }],
  ['link', { rel: 'apple-touch-icon', href: '/app-icon.png' }],
  ['meta', { name: 'theme-color', content: brand.bars.dark.background }],
] as const

/** Lets a device put the portal among its apps; returns how to take it away, as the office is none. */
export function offerAsApp(): () => void {
  const elements = made.map(([tag, attributes]) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.head.append(element)
    return element
  })
  return () => elements.forEach((element) => element.remove())
}
