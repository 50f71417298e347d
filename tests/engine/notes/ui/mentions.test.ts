import { expect, test } from 'vitest'
import { mentionedIn, partsOf, suggested, typedName, withName } from '#engine/notes/ui/mentions.ts'

const colleagues = [
  { id: 1, name: 'Ana Lima' },
  { id: 2, name: 'Ângela' },
  { id: 3, name: 'Bruno' },
]

test('a name is typed behind an @ that begins a word, up to the caret', () => {
  expect(typedName('Ask @an', 7)).toBe('an')
  expect(typedName('@', 1)).toBe('')
  expect(typedName('ana@example.com', 15)).toBeNull()
  expect(typedName('Ask @an now', 4)).toBeNull()
})

test('colleagues are offered by the beginning of any word of their name, whatever its accents', () => {
  expect(suggested('an', colleagues).map(({ id }) => id)).toEqual([1, 2])
  expect(suggested('lim', colleagues).map(({ id }) => id)).toEqual([1])
  expect(suggested('zz', colleagues)).toEqual([])
})

test('a chosen name stands in place of what was typed, and is then a mention', () => {
  const { text, caret } = withName('Ask @an please', 7, colleagues[0]!)
  expect(text).toBe('Ask @Ana Lima  please')
  expect(text.slice(0, caret)).toBe('Ask @Ana Lima ')
  expect(mentionedIn(text, colleagues)).toEqual([colleagues[0]])
  expect(partsOf('Ask @Ana Lima, please', [colleagues[0]!])).toEqual([
    { text: 'Ask ', isMention: false },
    { text: '@Ana Lima', isMention: true },
    { text: ', please', isMention: false },
  ])
})
