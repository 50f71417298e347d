import type { OnDemandMessages } from '../compose.ts'

/** Reports that a spreadsheet reads. */
export const liveSheets: OnDemandMessages['liveSheets'] = {
  title: 'Planilha ao vivo',
  text: 'Planilhas leem este relatório em um endereço próprio, com estes filtros e sempre atualizado. Ele abre com o seu acesso daquele momento e é encerrado se você o perder.',
  make: 'Criar',
  yours: 'Suas planilhas ao vivo',
  until: 'até %{moment}',
  end: 'Encerrar',
  fields: { name: 'Nome', language: 'Idioma', days: 'Validade (dias)' },
  languageHelp: 'Dos títulos e números. Escolha o idioma da sua planilha.',
  made: 'Planilha ao vivo criada',
  once: 'Exibido somente agora. Quem tiver este endereço pode ler o relatório até %{moment}.',
  formula: 'Fórmula para o Google Planilhas',
  url: 'Endereço',
  excel: 'No Excel: Dados, Da Web, cole o endereço.',
}

/** Up to which day the figures of a brand are there. */
export const freshness: OnDemandMessages['freshness'] = {
  upTo: 'Dados até',
  brandUpTo: 'Dados de %{name} até %{day}',
  received: 'recebido em %{moment}',
  mayChange:
    'Os números de %{name} depois de %{day} ainda não chegaram: cadastros, depósitos e comissão de %{from} em diante ainda podem mudar',
  allUpTo: 'Dados das %{smart_count} marcas até %{day}',
  lateMany:
    'Números de %{smart_count} marcas estão atrasados, o mais antigo desde %{day}: cadastros, depósitos e comissão ainda podem mudar',
  event: 'último evento em %{moment}',
  more: 'Ver por marca',
  less: 'Ocultar',
  vias: { batch: 'API', postback: 'postback', file: 'arquivo', totals: 'totais diários' },
}

/** The report of cohorts. */
export const cohorts: OnDemandMessages['cohorts'] = {
  lead: 'O que os jogadores de cada mês renderam desde então',
  map: '%{name} por coorte e mês',
  players: 'Jogadores',
  payback: 'CPA recuperado em',
  paybackMonths: 'CPA recuperado em (meses)',
  paybackMonth: '%{smart_count} mês |||| %{smart_count} meses',
  sameMonth: 'no mesmo mês',
  total: 'Total',
  earlier: 'Coortes anteriores',
  none: 'Sem coorte',
  months: '%{smart_count} mês |||| %{smart_count} meses',
  monthsSince: '%{smart_count} mês depois |||| %{smart_count} meses depois',
  open: 'Coorte %{cohort}, mês %{since}: %{value}. Ver de onde vem',
  by: 'Por',
  others: 'mais %{smart_count} |||| mais %{smart_count}',
  parts: 'De onde vem',
  figure: 'Valor',
  layout: 'Exibição',
  layouts: { map: 'Mapa', list: 'Tabela' },
  mode: 'Como somar',
  modes: { month: 'Por mês', cumulative: 'Acumulado', perPlayer: 'Por jogador' },
  beginnings: { registration: 'Cadastro', firstDeposit: 'Primeiro depósito' },
}
