import { expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { errorCatalogue } from '#engine/declaration/errorCatalogue.ts'
import { referenceError } from '#engine/declaration/kinds/relations.ts'

it('answers a reference that leads nowhere with the error of its resource, where the catalogue has one', () => {
  for (const target of Object.keys(resources)) {
    const code = `invalid_${target.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    const expected = code in errorCatalogue ? code : 'invalid_request'
    expect(referenceError({ kind: 'reference', target }), target).toBe(expected)
  }
})
