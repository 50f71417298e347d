import { languageNames } from '../languages.ts'
import type { ChoiceMessages } from '../messages.ts'

export const choices: ChoiceMessages = {
  documentType: { email: 'E-mail', cpf: 'CPF', cnpj: 'CNPJ', passport: 'Passaporte' },
  paymentType: { automatic: 'Automático', manual: 'Manual' },
  paymentKeyType: { cpf: 'CPF', cnpj: 'CNPJ', email: 'E-mail', phone: 'Telefone', random: 'Chave aleatória' },
  productType: { bets: 'Apostas', games: 'Jogos', lotto: 'Loteria', cpa: 'CPA' },
  subType: { ngr: 'NGR', ggr: 'GGR', turnover: 'Turnover', player: 'Jogador qualificado' },
  calculation: { fixed: 'Fixo', dynamic: 'Dinâmico (faixas)' },
  tierMode: { marginal: 'Cada fatia na sua própria taxa', whole: 'Tudo na maior taxa alcançada' },
  triggerCondition: { registration: 'Cadastro', first_deposit: 'Primeiro depósito', deposit: 'Depósito', turnover: 'Turnover', ggr: 'GGR', bets: 'Número de apostas' },
  triggerOperation: { first: 'Primeiro', sum: 'Soma', count: 'Contagem', max: 'Maior' },
  carryOver: { none: 'Todo mês começa do zero', full: 'Um mês negativo passa para o seguinte' },
  entryStatus: { pending: 'Pendente', complete: 'Concluído', awaiting_approval: 'Aguarda aprovação', declined: 'Recusado' },
  entryKind: { commission: 'Comissão', adjustment: 'Ajuste', advance: 'Adiantamento' },
  paymentState: { created: 'Criado', sent: 'Enviado', settled: 'Liquidado', rejected: 'Rejeitado', unknown: 'Desconhecido', returned: 'Devolvido' },
  language: languageNames,
  role: {
    home: 'Painel', manager: 'Gerente', user: 'Usuários', brand: 'Marcas', subBrand: 'Submarcas', reward: 'Recompensas', rewardProfile: 'Perfis de recompensa',
    campaign: 'Campanhas', affiliate: 'Afiliados', action: 'Ações', partner: 'Parceiros', partnerLevel: 'Níveis de parceiro',
    activityPerAffiliate: 'Atividade por afiliado', entryByAffiliate: 'Lançamentos por afiliado', paymentByAffiliate: 'Pagamento por afiliado', financial: 'Financeiro',
  },
  profile: { Manager: 'Gerente', Promoter: 'Promotor', Partner: 'Parceiro' },
  twoStep: { optional: 'Opcional', required: 'Obrigatória' },
  stepUp: { optional: 'Opcional', required: 'Obrigatório' },
  currency: { BRL: 'Real brasileiro', USD: 'Dólar americano', EUR: 'Euro', GBP: 'Libra esterlina' },
  fileFormat: { xlsx: 'Planilha (XLSX)', csv: 'CSV' },
  periodPreset: { thisMonth: 'Este mês', untilYesterday: 'Este mês até ontem', lastMonth: 'Mês passado', last7: 'Últimos 7 dias', yesterday: 'Ontem', today: 'Hoje' },
  periodCalendar: { month: 'Mês', halfMonth: 'Quinzena', week: 'Semana' },
  periodState: { open: 'Aberto', checked: 'Conferido', locked: 'Travado' },
  repetition: { daily: 'Todo dia', weekly: 'Toda semana', monthly: 'Todo mês' },
  weekday: { monday: 'Segunda-feira', tuesday: 'Terça-feira', wednesday: 'Quarta-feira', thursday: 'Quinta-feira', friday: 'Sexta-feira', saturday: 'Sábado', sunday: 'Domingo' },
}
