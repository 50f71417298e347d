import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Portuguese. */
export const moneyPages: MoneyPagesMessages = {
  pager: { first: 'Primeira página', previous: 'Página anterior', next: 'Próxima página', last: 'Última página' },
  attempts: {
    sent: 'Enviado ao gateway', sentAgain: 'Enviado de novo ao gateway (tentativa %{tries})', accepted: 'Aceito pelo gateway; o resultado vem depois', settled: 'Liquidado', byHand: 'Pago à mão', returned: 'Devolvido: %{reason}',
    refusedForNow: 'Recusado por enquanto: %{reason} (tentativa %{tries})', refusedAfter: 'Recusado depois de %{tries} tentativas: %{reason}', refused: 'Recusado: %{reason}', unknown: 'Resultado desconhecido: %{reason}', absent: 'O gateway nunca o recebeu; é enviado de novo',
  },
  payments: {
    title: 'Pagamento por afiliado', lead: 'A quem há algo a pagar, e por que ainda não foi pago.', all: 'Todos os pagamentos', empty: 'Não há nada a pagar a ninguém. Os lançamentos aparecem aqui depois do fechamento diário.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendente', minimum: 'Pagamento mínimo', status: 'Situação', entries: '%{smart_count} lançamento |||| %{smart_count} lançamentos',
    statuses: {
      awaiting_approval: 'Aguarda aprovação', failed: 'Falhou', unknown: 'Sem resposta', key_missing: 'Sem chave', incomplete: 'Incompleto', currencies_differ: 'Várias moedas', held: 'Retido', in_flight: 'Em andamento',
      payable: 'A pagar', below_minimum: 'Abaixo do mínimo', negative: 'Nada a pagar', manual: 'Pago à mão',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: outra pessoa precisa aprovar.', failed: '%{at}: %{reason}', unknown: 'O gateway não respondeu; a situação está sendo consultada. Nada é enviado de novo com outro id.',
      key_missing: 'Falta a chave de pagamento.', incomplete: 'Preencha antes: %{fields}', currencies_differ: 'As marcas têm moedas diferentes (%{currencies}): pague à mão.',
      held: 'Até %{until}, porque a chave de pagamento mudou ou um pagamento foi recusado por alguém.', in_flight: '%{value} enviado; aguardando o resultado.', payable: 'Sai no próximo pagamento automático.',
      below_minimum: 'O pagamento mínimo é %{minimum}.', negative: 'Os lançamentos pendentes somam zero ou menos.', manual: 'O tipo de pagamento é manual.',
    },
    underWay: '%{value} em pagamento', actions: 'Ações', openHistory: 'Mostrar os pagamentos de %{name}', closeHistory: 'Esconder os pagamentos de %{name}', history: 'Pagamentos', noHistory: 'Ainda sem pagamento.', pendingEntries: 'Lançamentos pendentes', askedBy: 'pedido por %{name}', approvedBy: 'aprovado por %{name}', referenced: 'referência %{reference}',
    pay: 'Pagar agora', payNamed: 'Pagar agora: %{name}', payTitle: 'Pagar %{value} a %{name}?', payText: 'O lançamento pendente é enviado agora ao gateway de pagamento. |||| Os %{smart_count} lançamentos pendentes são enviados agora ao gateway, em um só pagamento.',
    belowMinimum: 'É menos que o pagamento mínimo de %{minimum}. O pagamento automático esperaria; você pode pagar mesmo assim.', needsApproval: 'O valor precisa de uma segunda pessoa: é enviado quando outra pessoa aprovar.',
    paid: 'O pagamento a %{name} está em andamento', askedApproval: 'O pagamento a %{name} aguarda a aprovação de outra pessoa', byHand: 'Dar baixa manual',
    approve: 'Aprovar', approveTitle: 'Aprovar %{value} a %{name}?', approveText: 'Pedido por %{name}. É enviado em seguida.', approved: 'Aprovado e enviado',
    decline: 'Recusar', declineTitle: 'Recusar %{value} a %{name}?', declineText: 'Pedido por %{name}. Os lançamentos voltam a pendentes e o pagamento automático espera 24 horas.', declined: 'Recusado; os lançamentos estão pendentes de novo', reason: 'Motivo',
  },
  geolocation: {
    title: 'Ações por local', lead: 'De onde vieram os visitantes dos links de rastreamento, e o que fizeram.', by: 'Agrupado por', measure: 'Medida', unknown: 'Desconhecido', places: { domain: 'Domínio', country: 'País', state: 'Estado', city: 'Cidade' },
  },
  jobs: {
    title: 'Tarefas', lead: 'O que o produto faz sozinho. Cada tarefa pode rodar de novo a qualquer momento, com o mesmo resultado de uma vez só.', lastRun: 'Última execução', nextRun: 'Próxima execução', never: 'Ainda não executada', runs: 'Execuções recentes', run: 'Executar agora', asked: '%{name}: começa em seguida',
    dailyAt: 'todo dia às %{time} do fuso do negócio', everySeconds: 'a cada segundo |||| a cada %{smart_count} segundos', everyMinutes: 'a cada minuto |||| a cada %{smart_count} minutos', everyHours: 'a cada hora |||| a cada %{smart_count} horas', since: 'desde %{moment}', took: '%{seconds} s',
    states: { waiting: 'Aguardando', running: 'Em execução', done: 'Concluída', failed: 'Falhou' },
    names: { dailyClose: 'Fechamento diário', closeToday: 'Fechamento de hoje', automaticPayments: 'Pagamentos automáticos', followPayments: 'Acompanhar pagamentos', feedImports: 'Arquivos de atividade', eventPartitions: 'Lugar para eventos', cleanUp: 'Limpeza' },
    does: {
      dailyClose: 'Escreve os lançamentos de ontem e dos dias que faltaram.', closeToday: 'Escreve os lançamentos do dia corrente, para que possam ser vistos.', automaticPayments: 'Paga quem deve ser pago automaticamente.',
      followPayments: 'Reenvia o que está na hora de reenviar e consulta pagamentos sem resultado.', feedImports: 'Confere e importa os arquivos de atividade enviados.', eventPartitions: 'Cria com antecedência os meses da tabela de eventos.', cleanUp: 'Remove sessões encerradas, contagens de tentativas erradas e execuções antigas.',
    },
    outcomes: {
      nothingMoved: 'Nada mudou desde o último fechamento', closedDays: 'Fechado de %{from} a %{to}, %{count} lançamentos de afiliados%{rest}', closed: 'Fechado %{from}, %{count} lançamentos de afiliados%{rest}', followed: 'Pagamentos acompanhados: %{count}', paid: 'Pagamentos feitos: %{count}',
      partitions: 'Os eventos têm lugar até %{months} meses depois de %{from}', removed: 'Removidas %{sessions} sessões, %{tries} contagens de tentativas, %{answers} respostas, %{runs} execuções', firstStart: 'O primeiro início; roda a partir do próximo horário',
      uploads: 'Arquivos processados: %{count}', failed: 'Falhou; o log do servidor diz por quê, na execução %{run}',
    },
  },
  reconciliation: { title: 'Conciliação' },
}
