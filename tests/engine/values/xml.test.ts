import { describe, expect, it } from 'vitest'
import { readXml } from '#engine/values/xml.ts'

describe('XML of banks and authorities', () => {
  it('is read without prefixes, comments and instructions, with what CDATA says', () => {
    const [root] = readXml('<?xml version="1.0"?><!-- a > b --><n:r x="1">a<b/>\n<![CDATA[<&]]>&lt;</n:r>').children
    expect(root).toMatchObject({ name: 'r', attributes: ' x="1"', text: 'a\n<&<' })
    expect(root!.children).toMatchObject([{ name: 'b', line: 1 }])
  })

  it.each(['<', '<!--', '<?', '<![CDATA[', '<a ', '<a b="'])(
    'is refused at once where a megabyte of %s never ends',
    (begin) => {
      // Looking for each end anew took minutes.
      expect(() => readXml(`<r>${begin.repeat(1_000_000 / begin.length)}`)).toThrow('cut_off')
    },
    5_000,
  )
})
