import { describe, expect, it } from 'vitest'
import { passwordProblems } from '#engine/values/passwords.ts'

describe('a password', () => {
  it.each(['Tr0ub4dor&3', 'Aa1!aaaa', 'correct Horse 9 battery.', 'Ünïcödé-42x', `Aa1!${'x'.repeat(196)}`])(
    '%s is good',
    (password) => {
      expect(passwordProblems(password)).toEqual([])
    },
  )

  it.each([
    ['Aa1!aaa', ['password_too_short']],
    ['xy7#kfpwq', ['password_no_upper']],
    ['XY7#KFPWQ', ['password_no_lower']],
    ['Xy#kfpwqz', ['password_no_digit']],
    ['Xy7kfpwqz', ['password_no_special']],
    ['Xy7 kfpwqz', ['password_no_special']],
    [`Aa1!${'x'.repeat(197)}`, ['password_too_long']],
    ['', ['password_too_short', 'password_no_upper', 'password_no_lower', 'password_no_digit', 'password_no_special']],
    ['password', ['password_no_upper', 'password_no_digit', 'password_no_special', 'password_common']],
  ])('%s breaks exactly %j: each rule has its own warning', (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems)
  })

  it.each([
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd1',
    'Passw0rd!',
    'Qwerty123!',
    'Senha123!',
    'S3nha@2026',
    'Admin@123',
    'Welcome1!',
    'Mudar@123',
    'Brasil2026!',
    'Flamengo#10',
    '123Senha!',
    'Iloveyou1!',
    'Letmein1!',
    '1Q2w3e4r!',
    '1qaz@WSX',
    'Aa123456!',
    'Abc@1234',
    'SenhaSenha1!',
    'Pássword1!',
    'Afiliado@2026',
    'B4ckoffice!1',
    'Ap0stas#123',
    'Comissão-1234',
  ])('%s keeps the other rules and is refused as a commonly used one', (password) => {
    expect(passwordProblems(password)).toEqual(['password_common'])
  })

  it('counts characters, not halves of them', () => {
    expect(passwordProblems('Aa1!😀😀😀')).toEqual(['password_too_short'])
    expect(passwordProblems('Aa1!😀😀😀😀')).toEqual([])
  })

  it('answers at once however long it is', () => {
    expect(passwordProblems('aA1!'.repeat(5_000_000))).toEqual(['password_too_long'])
  })
})
