import type { OnDemandMessages } from '../compose.ts'

/** The double-entry ledger. */
export const ledger: OnDemandMessages['ledger'] = {
  lead: 'Libro mayor por partida doble: movimientos, pagos, devoluciones y saldos trasladados. Debe y haber cuadran en cada moneda.',
  export: 'Exportar para contabilidad (CSV)',
  nothing: 'Sin asientos contables de %{company} hasta esta fecha.',
  entry: 'Movimiento',
  payment: 'Pago',
  accounts: {
    cost: 'Comisiones de afiliados y socios',
    advanced: 'Anticipos',
    advancedAgainst: 'Anticipos por recuperar, contrapartida',
    payable: 'A pagar a afiliados y socios',
    withheld: 'Impuestos retenidos',
    transit: 'Pagos en tránsito',
    cash: 'Banco',
    carried: 'Pérdidas trasladadas',
    carriedAgainst: 'Pérdidas trasladadas, contrapartida',
  },
  columns: {
    number: 'Asiento',
    day: 'Día',
    code: 'Número de cuenta',
    account: 'Cuenta',
    brand: 'Marca',
    owner: 'Afiliado o socio',
    document: 'Documento',
    currency: 'Moneda',
    opening: 'Saldo inicial',
    debit: 'Debe',
    credit: 'Haber',
    closing: 'Saldo final',
    postedAt: 'Anotado el',
  },
}
