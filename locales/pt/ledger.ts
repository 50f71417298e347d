import type { OnDemandMessages } from '../compose.ts'

/** The double-entry ledger. */
export const ledger: OnDemandMessages['ledger'] = {
  lead: 'Razão em partidas dobradas: lançamentos, pagamentos, devoluções e saldos transportados. Débitos e créditos batem em cada moeda.',
  export: 'Exportar para a contabilidade (CSV)',
  nothing: 'Nenhuma partida de %{company} até esta data.',
  entry: 'Lançamento',
  payment: 'Pagamento',
  accounts: {
    cost: 'Comissões de afiliados e parceiros',
    advanced: 'Adiantamentos',
    advancedAgainst: 'Adiantamentos a recuperar, contrapartida',
    payable: 'A pagar a afiliados e parceiros',
    withheld: 'Impostos retidos',
    transit: 'Pagamentos em trânsito',
    cash: 'Banco',
    carried: 'Perdas transportadas',
    carriedAgainst: 'Perdas transportadas, contrapartida',
  },
  columns: {
    number: 'Partida',
    day: 'Dia',
    code: 'Número da conta',
    account: 'Conta',
    brand: 'Marca',
    owner: 'Afiliado ou parceiro',
    document: 'Documento',
    currency: 'Moeda',
    opening: 'Saldo inicial',
    debit: 'Débito',
    credit: 'Crédito',
    closing: 'Saldo final',
    postedAt: 'Lançado em',
  },
}
