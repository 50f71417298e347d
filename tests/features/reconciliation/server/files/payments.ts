import type { KnownPayment } from '#features/reconciliation/server/knownPayments.ts'

type Row = [id: number, value: string, state: 'sent' | 'settled', reference: string, payee: string, day: string]
const rows: Row[] = [
  [1, '350.75', 'sent', 'RF-2041', 'Tárcio Assunção Belmiro', '2026-11-20'],
  [2, '1287.40', 'sent', 'PAG-20260002', 'Ivone Quadrelli Prates', '2026-11-20'],
  [3, '412.00', 'sent', 'LOTE-31', 'Nélio Brotas Canhedo', '2026-11-23'],
  [4, '98.65', 'sent', 'LOTE-31', 'Odete Farrapeira Luz', '2026-11-23'],
  [5, '1020.35', 'sent', 'LOTE-31', 'Zulmar Peixe Tibau', '2026-11-23'],
  [6, '77.10', 'settled', 'PX-0006-AB', 'Cilene Drummel Açores', '2026-11-19'],
  [7, '640.00', 'sent', 'RF-2047', 'Grupo Caranã Mídia Ltda', '2026-11-24'],
]
const transfers = [
  '5b1c7a52-0d1e-4c39-9a6e-2f7d10c4e801',
  '0e9d4f10-7713-4a1b-8a55-6c1f0b9ad202',
  '1f0aa8d3-91a7-47f0-b3a4-3f6f0d77a303',
  '2d5b3c84-66c2-4d7e-a1a9-5b0c2f18b404',
  '3c7e9f65-2b8d-4f16-9d40-7a6e1b29c505',
  '4a8f0d46-1c9e-4e27-8c51-8b7f2c3ad606',
  '59a01e27-0dad-4d38-9b62-9c803d4be707',
]

/** Payments beside which the files of this folder are read; all names and ids are invented. */
export const payments: readonly KnownPayment[] = rows.map(([id, value, state, reference, payee, day], place) => ({
  id,
  value,
  state,
  currency: 'BRL',
  names: [transfers[place]!, reference.toLowerCase(), String(id)],
  payee,
  day,
  owner: { kind: 'affiliate', id: 100 + id },
  company: 1,
}))
