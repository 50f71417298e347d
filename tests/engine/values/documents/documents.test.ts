import { describe, expect, it } from 'vitest'
import {
  documentProblem,
  formatCnpj,
  formatCpf,
  isCnpj,
  isCpf,
  maskCnpj,
  maskCpf,
  maskDocument,
  normalizeDocument,
} from '#engine/values/documents/documents.ts'
import type { DocumentType } from '#engine/values/documents/documents.ts'
import { maskPaymentKey, normalizePaymentKey, paymentKeyProblem } from '#engine/values/documents/paymentKeys.ts'
import type { PaymentKeyType } from '#engine/values/documents/paymentKeys.ts'

describe('a CPF', () => {
  it.each(['52998224725', '11144477735', '12345678909', '39053344705', '00000000191', '529.982.247-25'])(
    '%s is valid',
    (value) => {
      expect(isCpf(value)).toBe(true)
    },
  )

  it.each(['52998224724', '52998224735', '5299822472', '529982247255', '5299822472a', '', '٥٢٩٩٨٢٢٤٧٢٥'])(
    '%j is not',
    (value) => {
      expect(isCpf(value)).toBe(false)
    },
  )

  it.each(Array.from({ length: 10 }, (_, digit) => String(digit).repeat(11)))(
    '%s passes the arithmetic and is refused all the same',
    (value) => {
      expect(isCpf(value)).toBe(false)
    },
  )

  it('is formatted for who may see it and masked for who may not', () => {
    expect([formatCpf('52998224725'), maskCpf('529.982.247-25'), maskCpf('123')]).toEqual([
      '529.982.247-25',
      '***.982.247-**',
      '***',
    ])
  })
})

describe('a CNPJ', () => {
  it.each(['12ABC34501DE35', '12.ABC.345/01DE-35', '12abc34501de35', '11222333000181', '11.222.333/0001-81'])(
    '%s is valid',
    (value) => {
      expect(isCnpj(value)).toBe(true)
    },
  )

  it.each([
    '11222333000182',
    '00000000000000',
    '12ABC34501DE36',
    '12ABC34501DEAB',
    '1122233300018',
    '12ÁBC34501DE35',
    '',
  ])('%j is not', (value) => {
    expect(isCnpj(value)).toBe(false)
  })

  it('keeps its letters, in upper case', () => {
    expect(normalizeDocument({ type: 'cnpj', value: '12.abc.345/01de-35' })).toBe('12ABC34501DE35')
    expect([formatCnpj('12abc34501de35'), maskCnpj('12ABC34501DE35')]).toEqual([
      '12.ABC.345/01DE-35',
      '**.ABC.345/****-**',
    ])
  })
})

describe('a document by its type', () => {
  it.each<[DocumentType, string, string | null, string]>([
    ['email', ' Maria@Example.com ', null, 'm***@example.com'],
    ['email', 'maria', 'invalid_email', '***'],
    ['cpf', '529.982.247-25', null, '***.982.247-**'],
    ['cpf', '111.111.111-11', 'invalid_cpf', '***.111.111-**'],
    ['cnpj', '11222333000182', 'invalid_cnpj', '**.222.333/****-**'],
    ['passport', 'fz 123456', null, '***56'],
    ['passport', 'abcdef', 'invalid_passport', '***EF'],
    ['passport', '1234', 'invalid_passport', '***34'],
  ])('%s %j: %s, shown as %s', (type, value, problem, masked) => {
    expect(documentProblem({ type, value })).toBe(problem)
    expect(maskDocument({ type, value: normalizeDocument({ type, value }) })).toBe(masked)
  })
})

describe('a payment key', () => {
  it.each<[PaymentKeyType, string, string]>([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['email', ' Maria@Example.com', 'maria@example.com'],
    ['phone', '+55 (11) 98765-4321', '+5511987654321'],
    ['phone', '+55 11 3456-7890', '+551134567890'],
    ['phone', '+351 912 345 678', '+351912345678'],
    ['random', '123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ['email', 'marta.recebe+pix@provedor.example', 'marta.recebe+pix@provedor.example'],
    ['email', 'MARTA.Recebe@Provedor.Example', 'marta.recebe@provedor.example'],
    ['email', "d'angola@sitio.example", "d'angola@sitio.example"],
    ['phone', '(21) 98877-6655', '+5521988776655'],
    ['phone', '21 98877 6655', '+5521988776655'],
    ['phone', '5521988776655', '+5521988776655'],
    ['phone', '021 98877-6655', '+5521988776655'],
    ['phone', '0 19 8877-6655', '+551988776655'],
    ['phone', '(019) 8877-6655', '+551988776655'],
    ['phone', '+55 21 98877-6655', '+5521988776655'],
    ['random', '3F8A1C20-77B4-4E19-9D02-AB51CE03F7D6', '3f8a1c20-77b4-4e19-9d02-ab51ce03f7d6'],
    ['random', '3f8a1c2077b44e199d02ab51ce03f7d6', '3f8a1c20-77b4-4e19-9d02-ab51ce03f7d6'],
    ['cnpj', '7k.3pd.0am/0001-20', '7K3PD0AM000120'],
    ['cpf', '401.992.035-47', '40199203547'],
    ['email', 'maria+pix.2026@sub.provedor.example', 'maria+pix.2026@sub.provedor.example'],
    ['phone', '0055 (21) 98877-6655', '+5521988776655'],
    ['phone', '015 21 98877-6655', '+5521988776655'],
    ['phone', '+55 (021) 98877‑6655', '+5521988776655'],
    ['phone', '0xx21 3456-7890', '+552134567890'],
    ['phone', '(55) 98877-6655', '+5555988776655'],
    ['phone', '5555988776655', '+5555988776655'],
    ['phone', '00351 912 345 678', '+351912345678'],
    ['random', '{3F8A1C20-77B4-4E19-9D02-AB51CE03F7D6}', '3f8a1c20-77b4-4e19-9d02-ab51ce03f7d6'],
  ])('%s %j is stored as %s', (type, value, stored) => {
    expect(paymentKeyProblem({ type, value })).toBeNull()
    expect(normalizePaymentKey({ type, value })).toBe(stored)
    expect(normalizePaymentKey({ type, value: stored })).toBe(stored)
  })

  it.each<[PaymentKeyType, string, string]>([
    ['cpf', '52998224724', 'invalid_cpf'],
    ['cnpj', '11222333000182', 'invalid_cnpj'],
    ['email', 'maria', 'invalid_email'],
    ['email', `${'m'.repeat(66)}@example.com`, 'too_long'],
    ['phone', '+5511887654321', 'invalid_phone'],
    ['phone', '+55119876543210', 'invalid_phone'],
    ['phone', '+0123456789', 'invalid_phone'],
    ['phone', '+1234567', 'invalid_phone'],
    ['phone', '+1234567890123456', 'invalid_phone'],
    ['phone', '(21) 9887-665', 'invalid_phone'],
    ['phone', '(01) 98877-6655', 'invalid_phone'],
    ['phone', '01 98877 6655', 'invalid_phone'],
    ['phone', '+55 (01) 98877-6655', 'invalid_phone'],
    ['random', '3f8a1c20-77b4-4e19-9d02-ab51ce03f7d', 'invalid_random_key'],
    ['cnpj', '7K3PD0AM000121', 'invalid_cnpj'],
    ['cpf', '40199203548', 'invalid_cpf'],
    ['phone', '40199203547', 'invalid_phone'],
    ['phone', '(20) 98877-6655', 'invalid_phone'],
    ['phone', '98877-6655', 'invalid_phone'],
    ['phone', '351912345678', 'invalid_phone'],
    ['email', 'josé@provedor.example', 'invalid_email'],
    ['email', 'maria@provedor', 'invalid_email'],
    ['email', 'maria@pro vedor.example', 'invalid_email'],
    ['email', 'maria@@provedor.example', 'invalid_email'],
  ])('%s %j is refused: %s', (type, value, problem) => {
    expect(paymentKeyProblem({ type, value })).toBe(problem)
  })

  it('takes an e-mail of exactly 77 characters', () => {
    expect(paymentKeyProblem({ type: 'email', value: `${'m'.repeat(65)}@example.com` })).toBeNull()
  })

  it.each<[PaymentKeyType, string, string]>([
    ['cpf', '52998224725', '***.982.247-**'],
    ['cnpj', '11222333000181', '**.222.333/****-**'],
    ['email', 'maria@example.com', 'm***@example.com'],
    ['phone', '+5511987654321', '***4321'],
    ['random', '123e4567-e12b-12d1-a456-426655440000', '***0000'],
  ])('%s %s is shown as %s to who may not see it', (type, value, masked) => {
    expect(maskPaymentKey({ type, value })).toBe(masked)
  })
})
