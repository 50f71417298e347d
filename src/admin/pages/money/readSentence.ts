/** Sentences that the server keeps in English, by name: what they name is in named groups. The first that fits counts. */
export type Sentences = readonly (readonly [name: string, pattern: RegExp])[]

/** Which sentence a text is, with what it names; null for one that is none of these. */
export function readSentence(sentences: Sentences, text: string): { readonly name: string; readonly values: Readonly<Record<string, string>> } | null {
  for (const [name, pattern] of sentences) {
    const match = pattern.exec(text)
    if (match) return { name, values: { ...match.groups } }
  }
  return null
}
