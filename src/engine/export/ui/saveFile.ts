import { businessToday } from '#engine/ui/fields/today.ts'

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has begun to read the file by then; freeing it at once would stop it in some.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** `affiliate-2026-11-20.csv`: what it is and the business day it was made on. */
export function fileName(subject: string, extension: string): string {
  return `${subject}-${businessToday()}.${extension}`
}
