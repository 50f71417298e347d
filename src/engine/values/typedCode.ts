/** What people type by hand: letters without accents and digits, in capitals, however they are written. */
const pattern = /^[A-Z0-9]{3,20}$/

/** A code as it is kept, however it was typed; null where it cannot be one. */
export function typedCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return pattern.test(code) ? code : null
}
