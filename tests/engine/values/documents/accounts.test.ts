import { describe, expect, it } from 'vitest'
import { isBic, isIban } from '#engine/values/documents/bankAccounts.ts'
import { isTaxNumber } from '#engine/values/documents/taxNumbers.ts'

describe('isIban', () => {
  // Examples of SWIFT's registry.
  it.each([
    'MT84MALT011000012345MTLCAST001S',
    'DE89 3704 0044 0532 0130 00',
    'GB29-NWBK-6016-1331-9268-19',
    'nl91abna0417164300',
    'NO9386011117947',
    'BR1800360305000010009795493C1',
    'FR1420041010050500013M02606',
    'PT50000201231234567890154',
    'ES9121000418450200051332',
  ])('takes %s', (iban) => expect(isIban(iban)).toBe(true))
  it.each([
    'MT84MALT011000012345MTLCAST001T',
    'DE89370400440532013001',
    'DE8937040044053201300',
    'XX89370400440532013000',
    'US64SVBKUS6S3300958879',
    '',
    'MT84',
  ])('refuses %s', (iban) => expect(isIban(iban)).toBe(false))
})

describe('isBic', () => {
  it.each(['MALTMTMT', 'deutdeff500', 'DEUT DE FF'])('takes %s', (bic) => expect(isBic(bic)).toBe(true))
  it.each(['MALTMTM', 'MALT1TMT', 'MALTMTMT00'])('refuses %s', (bic) => expect(isBic(bic)).toBe(false))
})

describe('isTaxNumber', () => {
  it.each([
    ['MT', 'MT11679112'],
    ['MT', '0123456M'],
    ['DE', 'DE136695976'],
    ['PT', '501 964 843'],
    ['ES', '12345678Z'],
    ['ES', 'A58818501'],
    ['ES', 'X1234567L'],
    ['IT', '00743110157'],
    ['NL', 'NL004495445B01'],
    ['BE', 'BE0776091951'],
    ['AT', 'ATU13585627'],
    ['DK', 'DK13585628'],
    ['FI', 'FI20774740'],
    ['FR', 'FR40303265045'],
    ['GB', 'GB980780684'],
    ['IE', 'IE6433435F'],
    ['LU', 'LU15027442'],
    ['PL', 'PL8567346215'],
    ['SE', 'SE123456789701'],
    ['GR', 'EL094259216'],
    ['HR', 'HR33392005961'],
    ['US', '12-3456789'],
  ])('takes one of %s: %s', (country, value) => expect(isTaxNumber({ country, value })).toBe(true))
  it.each([
    ['MT', 'MT11679113'],
    ['DE', 'DE136695978'],
    ['PT', '501964842'],
    ['ES', '12345678A'],
    ['IT', '00743110158'],
    ['FR', 'FR41303265045'],
    ['GB', 'GB802311781'],
    ['IE', 'IE6433435E'],
    ['PL', '8567346216'],
    ['DE', 'PT501964843'],
    ['US', 'abc'],
    ['MT', ''],
  ])('refuses one of %s: %s', (country, value) => expect(isTaxNumber({ country, value })).toBe(false))
})
