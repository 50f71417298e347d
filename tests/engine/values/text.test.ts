import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailProblem, maskEmail, normalizeEmail } from '#engine/values/email.ts'
import {
  hasSpecialCharacters,
  hasUnstorableCharacters,
  isReservedUtmWord,
  isSlug,
  reservedUtmWords,
  slugify,
  utmProblem,
} from '#engine/values/text.ts'

describe('an e-mail address', () => {
  it.each(['maria@example.com', 'm.a-r_ia@sub.example.com.br', 'M1@x.y'])('%s keeps both rules', (value) => {
    expect(emailProblem(value)).toBeNull()
  })

  it.each([
    '',
    'maria',
    'maria@example',
    '@example.com',
    'maria@.',
    'ma ria@example.com',
    'maria@exam ple.com',
    'a@b@c.d',
  ])('%j breaks the pattern', (value) => {
    expect(emailProblem(value)).toBe('invalid_email')
  })

  it.each(['maria+tag@example.com', 'maría@example.com', "o'neil@example.com", 'maria@exämple.com', 'a@b.c\u0000'])(
    '%j has the pattern and breaks the rule of characters',
    (value) => {
      expect(emailProblem(value)).toBe('email_characters')
    },
  )

  it('is too long from 255 characters, and answers at once however long it is', () => {
    expect(emailProblem(`${'a'.repeat(243)}@example.com`)).toBe('too_long')
    expect(emailProblem(`${'a'.repeat(242)}@example.com`)).toBeNull()
    expect(emailProblem('@.'.repeat(1_000_000))).toBe('too_long')
  })

  it('is stored in lower case without outer spaces and can be masked', () => {
    expect([normalizeEmail('  Maria@Example.COM '), maskEmail('maria@example.com'), maskEmail('maria')]).toEqual([
      'maria@example.com',
      'm***@example.com',
      '***',
    ])
  })
})

describe('special characters', () => {
  it.each(['', 'São Paulo 2026', 'Grêmio', 'e\u0301', '日本 1'])('%j has none: letters, spaces and digits', (text) => {
    expect(hasSpecialCharacters(text)).toBe(false)
  })

  it.each(['a-b', 'a_b', 'a.b', 'R$', 'a\tb', 'a\nb', '😀', 'a&b', '#'])('%j has one', (text) => {
    expect(hasSpecialCharacters(text)).toBe(true)
  })
})

describe('a utm field', () => {
  it.each(reservedUtmWords.map((word) => [word]))('refuses the reserved word %s in any case', (word) => {
    expect(utmProblem(` ${word.toUpperCase()} `)).toBe('reserved_word')
  })

  it('takes a word that only holds a reserved one, and refuses special characters', () => {
    expect([
      utmProblem('gclids'),
      isReservedUtmWord('my click_id'),
      utmProblem('summer sale'),
      utmProblem('summer-sale'),
    ]).toEqual([null, false, null, 'special_characters'])
  })
})

describe('a slug', () => {
  it.each([
    ['São Paulo – Série A', 'sao-paulo-serie-a'],
    ['  CPA 250 / 300!  ', 'cpa-250-300'],
    ['ß ﬁ', 'fi'],
    ['日本', ''],
  ])('of %j is %j', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it.each(['', '-a', 'a-', 'a--b', 'A', 'á', 'a b', 'a'.repeat(61)])('%j is none', (text) => {
    expect(isSlug(text)).toBe(false)
  })

  it('made of any name is a slug or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const slug = slugify(name)
        expect(slug === '' || isSlug(slug)).toBe(true)
      }),
    )
  })
})

describe('text that cannot be stored', () => {
  it.each([
    ['\u0000', true],
    ['a\u0000b', true],
    ['\ud800', true],
    ['a\udc00', true],
    ['😀', false],
    ['', false],
    ['\u0001\uffff', false],
  ])('%j: %s', (text, isUnstorable) => {
    expect(hasUnstorableCharacters(text)).toBe(isUnstorable)
  })
})
