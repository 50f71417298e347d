import type { ReportMessages } from '../messages.ts'

export const reports: ReportMessages = {
  reports: {
    affiliateActivity: { name: 'Atividade por afiliado', empty: 'Nenhuma atividade neste período. Escolha outro ou importe um arquivo de atividade.' },
    dashboard: { name: 'Painel', empty: 'Assim que uma marca enviar atividade, esta página mostra como está o mês.' },
    affiliateDetail: { name: 'Detalhe por afiliado', empty: 'Nenhuma atividade neste período. Escolha outro.' },
    affiliates: { name: 'Resumo de afiliados', empty: 'Nenhuma atividade neste período. Escolha outro ou importe um arquivo de atividade.' },
    cpa: { name: 'Relatório de CPA', empty: 'Ninguém clicou, se cadastrou ou se qualificou neste período. Escolha outro.' },
    general: { name: 'Relatório geral', empty: 'Nenhuma atividade neste período. Escolha outro ou importe um arquivo de atividade.' },
    generalV2: { name: 'Relatório geral V2', empty: 'Nenhuma atividade neste período. Escolha outro ou vincule afiliados a parceiros.' },
    lottery: { name: 'Relatório de loteria', empty: 'Nenhuma atividade de loteria neste período. Escolha outro.' },
    movement: { name: 'Movimento', empty: 'Nenhuma atividade neste período. Escolha outro ou importe um arquivo de atividade.' },
    partners: { name: 'Demonstrativo de parceiros', empty: 'Nada abaixo dos parceiros se moveu neste período. Escolha outro.' },
    paymentByAffiliate: { name: 'Pagamento por afiliado', empty: 'Nenhum lançamento neste período. O fechamento diário os escreve.' },
  },
  dimensions: {
    affiliate: 'Afiliado', partner: 'Parceiro', level: 'Nível', brand: 'Marca', subBrand: 'Submarca', campaign: 'Campanha', action: 'Ação', product: 'Produto',
    day: 'Dia', month: 'Mês', player: 'Jogador',
  },
  filters: {
    period: 'Período', brand: 'Marca', subBrand: 'Submarca', affiliate: 'Afiliado', campaign: 'Campanha', action: 'Ação', product: 'Produto', partner: 'Parceiro', level: 'Nível',
  },
  products: { bets: 'Apostas', games: 'Jogos', lotto: 'Loteria', cpa: 'CPA', none: 'Sem produto' },
  events: {
    click: 'Clique |||| Cliques', registration: 'Cadastro |||| Cadastros', deposit: 'Depósito |||| Depósitos', withdrawal: 'Saque |||| Saques',
    bet: 'Aposta |||| Apostas', win: 'Prêmio |||| Prêmios', bonus: 'Bônus |||| Bônus', chargeback: 'Estorno |||| Estornos', adjustment: 'Ajuste |||| Ajustes',
  },
  measures: {
    turnover: 'Turnover', payout: 'Prêmios', bonus: 'Bônus', chargebacks: 'Estornos', ggr: 'GGR', admin_fee: 'Taxa adm.', ngr: 'NGR', margin: 'Margem', bonus_index: 'Índice de bônus',
    reward: 'Recompensa', affiliate_reward: 'Recompensa do afiliado', gross_value: 'Valor bruto', abatment: 'Abatimento', value: 'Valor', reward_value: 'Valor da recompensa', qty_cpa: 'Qtd. CPA',
    qty_affiliates: 'Qtd. afiliados', clicks: 'Cliques', registrations: 'Cadastros', ftd: 'FTD', bet_count: 'Apostas feitas', deposit_count: 'Depósitos feitos', deposits: 'Depósitos',
    withdrawal_count: 'Saques feitos', withdrawals: 'Saques',
    qty_entries: 'Lançamentos', pending: 'Pendente', in_flight: 'Em andamento', paid: 'Pago', entry_value: 'Soma dos lançamentos',
  },
}
