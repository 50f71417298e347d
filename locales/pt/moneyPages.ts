import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Portuguese. */
export const moneyPages: MoneyPagesMessages = {
  pager: { first: 'Primeira página', previous: 'Página anterior', next: 'Próxima página', last: 'Última página' },
  payments: {
    title: 'Pagamento por afiliado', lead: 'A quem há algo a pagar, e por que ainda não foi pago.', all: 'Todos os pagamentos', empty: 'Não há nada a pagar a ninguém. Os lançamentos aparecem aqui depois do fechamento diário.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendente', minimum: 'Pagamento mínimo', status: 'Situação', entries: '%{smart_count} lançamento |||| %{smart_count} lançamentos',
    statuses: {
      awaiting_approval: 'Aguarda aprovação', failed: 'Falhou', unknown: 'Sem resposta', key_missing: 'Sem chave', incomplete: 'Incompleto', currencies_differ: 'Várias moedas', held: 'Retido', in_flight: 'Em andamento',
      payable: 'A pagar', below_minimum: 'Abaixo do mínimo', negative: 'Nada a pagar', manual: 'Pago à mão',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: outra pessoa precisa aprovar.', failed: 'Recusado em %{at}: %{reason}', unknown: 'O gateway não respondeu; a situação está sendo consultada. Nada é enviado de novo com outro id.',
      key_missing: 'Falta a chave de pagamento.', incomplete: 'Preencha antes: %{fields}', currencies_differ: 'As marcas têm moedas diferentes (%{currencies}): pague à mão.',
      held: 'Até %{until}, porque a chave de pagamento mudou ou um pagamento foi recusado por alguém.', in_flight: '%{value} enviado; aguardando o resultado.', payable: 'Sai no próximo pagamento automático.',
      below_minimum: 'O pagamento mínimo é %{minimum}.', negative: 'Os lançamentos pendentes somam zero ou menos.', manual: 'O tipo de pagamento é manual.',
    },
    openHistory: 'Mostrar os pagamentos de %{name}', closeHistory: 'Esconder os pagamentos de %{name}', history: 'Pagamentos', noHistory: 'Ainda sem pagamento.', pendingEntries: 'Lançamentos pendentes', askedBy: 'pedido por %{name}', approvedBy: 'aprovado por %{name}', referenced: 'referência %{reference}',
    pay: 'Pagar agora', payNamed: 'Pagar agora: %{name}', payTitle: 'Pagar %{value} a %{name}?', payText: 'O lançamento pendente é enviado agora ao gateway de pagamento. |||| Os %{smart_count} lançamentos pendentes são enviados agora ao gateway, em um só pagamento.',
    belowMinimum: 'É menos que o pagamento mínimo de %{minimum}. O pagamento automático esperaria; você pode pagar mesmo assim.', needsApproval: 'O valor precisa de uma segunda pessoa: é enviado quando outra pessoa aprovar.',
    paid: 'O pagamento a %{name} está em andamento', askedApproval: 'O pagamento a %{name} aguarda a aprovação de outra pessoa', byHand: 'Dar baixa manual',
    approve: 'Aprovar', approveTitle: 'Aprovar %{value} a %{name}?', approveText: 'Pedido por %{name}. É enviado em seguida.', approved: 'Aprovado e enviado',
    decline: 'Recusar', declineTitle: 'Recusar %{value} a %{name}?', declineText: 'Pedido por %{name}. Os lançamentos voltam a pendentes e o pagamento automático espera 24 horas.', declined: 'Recusado; os lançamentos estão pendentes de novo', reason: 'Motivo',
  },
  reconciliation: { title: 'Conciliação' },
}
