import type { MoneyPagesMessages } from '../en/moneyPages.ts'

/** What the pages about money and activity say, in Portuguese. */
export const moneyPages: MoneyPagesMessages = {
  partial: 'Você vê a parte das marcas com que trabalha; outras marcas compõem o restante. O pagamento cabe a alguém que veja todas elas.',
  pager: { first: 'Primeira página', previous: 'Página anterior', next: 'Próxima página', last: 'Última página' },
  reasons: {
    unreachable: 'Não foi possível alcançar o gateway', timeOut: 'O gateway não respondeu a tempo', tooLong: 'A resposta do gateway é longa demais', busy: 'O gateway está sobrecarregado', noState: 'O gateway respondeu %{status} sem a situação deste pagamento',
    noReason: 'O gateway não deu motivo', oddAnswer: 'O gateway respondeu a um envio com %{answer}', neverReceived: 'O gateway nunca o recebeu', statementRejected: 'O extrato diz que foi rejeitado', statementReturned: 'O extrato diz que foi devolvido',
  },
  attempts: {
    sent: 'Enviado ao gateway', sentAgain: 'Enviado de novo ao gateway (tentativa %{tries})', accepted: 'Aceito pelo gateway; o resultado vem depois', settled: 'Liquidado', byHand: 'Pago à mão', returned: 'Devolvido: %{reason}',
    refusedForNow: 'Recusado por enquanto: %{reason} (tentativa %{tries})', refusedAfter: 'Recusado depois de %{tries} tentativas: %{reason}', refused: 'Recusado: %{reason}', unknown: 'Resultado desconhecido: %{reason}', absent: 'O gateway nunca o recebeu; é enviado de novo',
    contradiction: 'O gateway diz %{said}, mas o pagamento está %{state}: compare com o extrato do gateway', otherAmount: 'O gateway diz %{said} de %{amount}, mas foram enviados %{value}: compare com o extrato do gateway',
  },
  keys: {
    title: 'Entrada de atividade', lead: 'Com uma chave de recebimento a plataforma da marca envia os seus eventos para cá. Quem tem a chave pode enviar: não a dê a mais ninguém.', empty: 'Ainda não há chave.', make: 'Criar uma chave', once: 'Copie a chave agora: ela é mostrada só esta vez e não pode ser lida de novo.', copy: 'Copiar a chave', copied: 'Sucesso: chave copiada',
    since: 'criada em %{moment}', used: 'usada por último em %{moment}', unused: 'nunca usada', revoked: 'Revogada', revokedAt: 'revogada em %{moment}', revoke: 'Revogar', revokeTitle: 'Revogar a chave …%{hint}?', revokeText: 'Quem envia com ela é recusado a partir de agora. Não pode ser desfeito; crie antes uma chave nova.', revokedNow: 'Chave revogada: %{name}',
  },
  payments: {
    title: 'Pagamento por afiliado', lead: 'A quem há algo a pagar, e por que ainda não foi pago.', all: 'Todos os pagamentos', empty: 'Não há nada a pagar a ninguém. Os lançamentos aparecem aqui depois do fechamento diário.',
    owner: 'Titular', kind: 'Tipo de titular', pending: 'Pendente', minimum: 'Pagamento mínimo', status: 'Situação', entries: '%{smart_count} lançamento |||| %{smart_count} lançamentos',
    statuses: {
      awaiting_approval: 'Aguarda aprovação', failed: 'Falhou', unknown: 'Sem resposta', key_missing: 'Sem chave', incomplete: 'Incompleto', held: 'Retido', in_flight: 'Em andamento',
      payable: 'A pagar', below_minimum: 'Abaixo do mínimo', negative: 'Nada a pagar', manual: 'A pagar à mão',
    },
    why: {
      awaiting_approval: '%{value}, pedido por %{name}: outra pessoa precisa aprovar.', failed: '%{at}: %{reason}', unknown: 'O gateway não respondeu; a situação está sendo consultada. Nada é enviado de novo com outro id.',
      key_missing: 'Falta a chave de pagamento.', incomplete: 'Preencha antes: %{fields}',
      held: 'Até %{until}, porque a chave de pagamento mudou ou um pagamento foi recusado por alguém.', in_flight: '%{value} enviado; aguardando o resultado.', payable: 'Sai no próximo pagamento automático.',
      below_minimum: 'O pagamento mínimo é %{minimum}.', negative: 'Os lançamentos pendentes somam zero ou menos.', manual: 'O tipo de pagamento é manual.',
    },
    underWay: '%{value} em pagamento', actions: 'Ações', openHistory: 'Mostrar os pagamentos de %{name}', closeHistory: 'Esconder os pagamentos de %{name}', history: 'Pagamentos', noHistory: 'Ainda sem pagamento.', pendingEntries: 'Lançamentos pendentes', askedBy: 'pedido por %{name}', approvedBy: 'aprovado por %{name}', referenced: 'referência %{reference}',
    pay: 'Pagar agora', payNamed: 'Pagar agora: %{name}', payTitle: 'Pagar %{value} a %{name}?', payText: 'O lançamento pendente é enviado agora ao gateway de pagamento. |||| Os %{smart_count} lançamentos pendentes são enviados agora ao gateway, em um só pagamento.',
    belowMinimum: 'É menos que o pagamento mínimo de %{minimum}. O pagamento automático esperaria; você pode pagar mesmo assim.', needsApproval: 'O valor precisa de uma segunda pessoa: é enviado quando outra pessoa aprovar.',
    paid: 'O pagamento a %{name} está em andamento', askedApproval: 'O pagamento a %{name} aguarda a aprovação de outra pessoa', byHand: 'Dar baixa manual',
    approve: 'Aprovar', approveTitle: 'Aprovar %{value} a %{name}?', approveText: 'Pedido por %{name}. É enviado em seguida.', approved: 'Aprovado e enviado: %{value} a %{name}',
    decline: 'Recusar', declineTitle: 'Recusar %{value} a %{name}?', declineText: 'Pedido por %{name}. Os lançamentos voltam a pendentes e o pagamento automático espera 24 horas.', declined: 'Recusado: %{value} a %{name}; os lançamentos estão pendentes de novo', reason: 'Motivo',
  },
  feeds: {
    title: 'Arquivos de atividade', lead: 'Atividade em arquivo: primeiro é conferido, depois importado. Enquanto isso você pode sair da página.', chooseBrand: 'Escolha a marca de que é a atividade.', choose: 'Escolher um arquivo (.csv, .csv.gz)', check: 'Enviar e conferir', sending: 'Enviando…',
    format: 'A primeira linha dá o nome das colunas, em qualquer ordem: %{columns}. UTF-8, compactado com gzip ou não, até 128 MB.', createMissing: 'Criar links e afiliados que faltam', createMissingHelp: 'Afiliados criados assim ficam incompletos: ganham, mas nada é pago antes de preenchidos.',
    profile: 'Perfil de recompensa', profileHelp: 'Para afiliados do arquivo que não têm nenhum; vale desde o início dos tempos.', empty: 'Ainda não foi enviado nenhum arquivo desta marca.', withMissing: 'cria o que falta', mayLeave: 'Você pode sair desta página; o trabalho continua.',
    rowsSoFar: '%{rows} linha até agora |||| %{rows} linhas até agora', wouldHappen: 'O que a importação faria', happened: 'O que a importação fez', rows: 'Linhas', accepted: 'Eventos novos', duplicates: 'Já conhecidos', unattributed: 'Destes, sem dono', refused: 'Recusadas', made: 'Criado', wouldMake: 'Criaria',
    import: 'Importar', begun: 'A importação começou: %{name}', refusals: 'Linhas recusadas (CSV)', stop: 'Parar', stopped: 'Parado: %{name}. O que foi importado fica.', forget: 'Tirar da lista',
    states: { receiving: 'Enviando', waiting: 'Aguardando', checking: 'Conferindo', checked: 'Conferido, não importado', importing: 'Importando', imported: 'Importado', failed: 'Falhou' },
    problems: {
      missingColumns: 'Na primeira linha faltam as colunas %{columns}. Ela deve citar, separadas por vírgula e em qualquer ordem: %{expected}', unknownColumns: 'A primeira linha cita %{columns}, que não é coluna de um arquivo de atividade. Tire-a ou mude o nome para uma destas: %{expected}',
      columnTwice: 'A primeira linha cita a coluna %{column} duas vezes.', empty: 'O arquivo está vazio. A primeira linha dá o nome das colunas: %{expected}', notUtf8: 'O arquivo não é UTF-8. Salve-o como UTF-8 e envie de novo; o que já foi importado não conta duas vezes.',
      broken: 'O arquivo está compactado (gzip), mas danificado ou cortado. Obtenha-o de novo; o que já foi importado não conta duas vezes.', openQuote: 'A linha %{line} não pode ser lida: uma aspa (") abre e nunca fecha', strayQuote: 'A linha %{line} não pode ser lida: há uma aspa (") onde não pode haver; dentro de um valor entre aspas, escreva-a duas vezes',
      tooLarge: 'O arquivo descompactado passa de %{max} bytes. Divida-o em vários', tooManyRows: 'O arquivo tem mais de %{max} linhas. Divida-o em vários',
      rowTooLong: 'A linha %{line} não pode ser lida: é longa demais', line: 'A linha %{line} não pode ser lida: %{reason}', noProfile: 'O perfil de recompensa “%{name}” não existe. Existem: %{known}.', noProfileYet: 'O perfil de recompensa “%{name}” não existe, e ainda não há nenhum: crie um primeiro.',
      givenUp: 'Não foi possível processar o arquivo. Tente mais tarde ou avise quem cuida deste servidor: o log dele diz por quê.',
    },
    reasons: {
      not_an_event: 'Não é um evento', unknown_property: 'Coluna desconhecida', missing_event_id: 'Sem event_id', invalid_event_id: 'event_id inválido', invalid_type: 'Tipo desconhecido', invalid_moment: 'occurred_at não pode ser lido', moment_in_future: 'Muito no futuro', moment_too_early: 'Antes do ano 2000', missing_player: 'Sem jogador', invalid_player: 'Jogador inválido',
      invalid_action_token: 'O token do link é inválido', missing_product: 'Sem produto', invalid_product: 'Produto desconhecido', missing_amount: 'Sem valor', invalid_amount: 'O valor não pode ser lido', negative_amount: 'Valor negativo', amount_not_allowed: 'Um valor onde não há valor', invalid_currency: 'Moeda inválida',
      currency_of_another: 'Moeda diferente da marca', invalid_country: 'País inválido', invalid_state: 'Estado inválido', invalid_city: 'Cidade inválida', invalid_click_id: 'click_id inválido', unknown_action: 'Não existe este link', action_of_another_brand: 'O link é de outra marca', affiliate_of_another_company: 'O afiliado trabalha para outra empresa',
      wrong_number_of_values: 'Número de valores diferente do de colunas', event_conflict: 'O id existe com outro conteúdo',
    },
  },
  geolocation: {
    title: 'Ações por local', lead: 'De onde vieram os visitantes dos links de rastreamento, e o que fizeram.', by: 'Agrupado por', measure: 'Medida', unknown: 'Desconhecido', places: { domain: 'Domínio', country: 'País', state: 'Estado', city: 'Cidade' },
  },
  jobs: {
    closeDays: 'Fechar outros dias', from: 'Primeiro dia', to: 'Último dia', close: 'Fechar os dias',
    closeDaysText: 'Grava os lançamentos destes dias, seja o que for que já tenha sido fechado. Um dia já fechado só é gravado de novo onde algo mudou.',
    title: 'Tarefas', lead: 'O que o produto faz sozinho. Cada tarefa pode rodar de novo a qualquer momento, com o mesmo resultado de uma vez só.', lastRun: 'Última execução', nextRun: 'Próxima execução', never: 'Ainda não executada', runs: 'Execuções recentes', run: 'Executar agora', asked: '%{name}: começa em seguida',
    dailyAt: 'todo dia às %{time} do fuso do negócio', everySeconds: 'a cada segundo |||| a cada %{smart_count} segundos', everyMinutes: 'a cada minuto |||| a cada %{smart_count} minutos', everyHours: 'a cada hora |||| a cada %{smart_count} horas', since: 'desde %{moment}', took: '%{seconds} s',
    states: { waiting: 'Aguardando', running: 'Em execução', done: 'Concluída', failed: 'Falhou' },
    names: { dailyClose: 'Fechamento diário', closeToday: 'Fechamento de hoje', automaticPayments: 'Pagamentos automáticos', followPayments: 'Acompanhar pagamentos', feedImports: 'Arquivos de atividade', reattribution: 'Eventos sem dono', reportFiles: 'Arquivos de relatórios', eventPartitions: 'Lugar para eventos', cleanUp: 'Limpeza' },
    does: {
      dailyClose: 'Escreve os lançamentos de ontem e dos dias que faltaram.', closeToday: 'Escreve os lançamentos do dia corrente, para que possam ser vistos.', automaticPayments: 'Paga quem deve ser pago automaticamente.',
      followPayments: 'Reenvia o que está na hora de reenviar e consulta pagamentos sem resultado.', feedImports: 'Confere e importa os arquivos de atividade enviados.', reattribution: 'Atribui eventos a links criados, jogadores cadastrados e cliques chegados desde então.', reportFiles: 'Faz os arquivos de relatórios que foram pedidos, ou que um agendamento pede.', eventPartitions: 'Cria com antecedência os meses da tabela de eventos.', cleanUp: 'Remove sessões encerradas, contagens de tentativas erradas e execuções antigas.',
    },
    outcomes: {
      nothingMoved: 'Nada mudou desde o último fechamento', closedDays: 'Fechado de %{from} a %{to}, %{count} lançamentos de afiliados', closed: 'Fechado %{from}, %{count} lançamentos de afiliados', entriesLeft: 'Dias fechados pela primeira vez: %{newDays}; nada precisou ser gravado, %{unchanged} lançamentos de afiliados e parceiros ficam como estão',
      entriesWritten: 'Dias fechados pela primeira vez: %{newDays}; lançamentos de afiliados e parceiros: %{added} novos, %{corrected} corrigidos, %{removed} removidos, %{adjusted} ajustados, %{unchanged} como estavam', stopped: '%{count} lançamentos foram parados: %{problems}', awaitingApproval: 'à espera de aprovação: %{count}', notPaid: 'não pagos (%{reason}): %{count}', attributed: 'Eventos que agora têm dono: %{count}; ainda sem dono: %{remaining}', refused: '%{message}', givenUp: 'Abandonada: começou %{tries} vezes e nunca terminou', followed: 'Pagamentos acompanhados: %{count}', paid: 'Pagamentos feitos: %{count}',
      partitions: 'Os eventos têm lugar até %{months} meses depois de %{from}', removed: 'Removidas %{sessions} sessões, %{tries} contagens de tentativas, %{answers} respostas, %{runs} execuções', firstStart: 'O primeiro início; roda a partir do próximo horário',
      files: 'Arquivos feitos: %{made}, não feitos: %{failed}', uploads: 'Arquivos processados: %{count}', failed: 'Falhou; o log do servidor diz por quê, na execução %{run}',
    },
  },
  unattributed: {
    title: 'Eventos sem dono', lead: 'Atividade que não pôde ser atribuída a nenhum link. Fica guardada e conta assim que tiver dono: o que nomeia um link criado depois é encontrado sozinho, em até dez minutos.', empty: 'Todos os eventos têm dono.', event: 'Evento', at: 'Quando (UTC)', amount: 'Valor', names: 'O que ele nomeia', player: 'Jogador', token: 'Link', click: 'Clique', reason: 'Motivo',
    reasons: { unknown_action: 'O link que nomeia não existe', unknown_click: 'O clique que nomeia não existe', no_action: 'Não nomeia link, e o jogador não tem nenhum', unknown_player: 'O jogador nunca se cadastrou', no_player: 'Não nomeia link nem jogador' },
    retryAll: 'Tentar todos de novo', retry: 'Tentar de novo', giveTo: 'Atribuir a um link', give: 'Atribuir', giveText: 'O evento conta para este link a partir do seu próprio dia. Um cadastro decide de vez sobre o jogador. |||| Os %{smart_count} eventos contam para este link, cada um no seu dia. Um cadastro decide de vez sobre o jogador.',
    oneBrand: 'Só eventos de uma marca por vez podem ser atribuídos a um link.', done: '%{smart_count} evento tem dono agora |||| %{smart_count} eventos têm dono agora',
  },
  reconciliation: {
    title: 'Conciliação', lead: 'Um extrato do banco ou do gateway, comparado com os nossos pagamentos. Comparar não muda nada.', choose: 'Escolher um extrato (CSV)', comparing: 'Comparando…',
    format: 'Primeira linha: id (ou reference), amount, date e status, separados por vírgula ou ponto e vírgula, em qualquer ordem. Datas como AAAA-MM-DD, valores como 1234.56 ou 1234,56; o status é accepted, settled, rejected ou returned, ou um sinônimo comum em inglês.',
    nothing: 'O extrato não tem linhas, e nenhum pagamento nosso era esperado nele.', allMatched: 'Tudo confere. Não há nada a fazer.', confirm: 'Fazer o que foi encontrado',
    due: 'O extrato sabe o resultado de %{smart_count} pagamento que nós não sabemos. Confirme para assumi-lo. |||| O extrato sabe o resultado de %{smart_count} pagamentos que nós não sabemos. Confirme para assumi-los.',
    confirmed: '%{smart_count} pagamento mudou |||| %{smart_count} pagamentos mudaram', line: 'Linha', reference: 'Id', payment: 'Pagamento', there: 'Extrato', here: 'Aqui', next: 'Próximo passo', showAll: 'Mostrar todos os %{smart_count}',
    findings: { settle: 'Liquidado lá, ainda aberto aqui', reject: 'Rejeitado lá, ainda aberto aqui', returned: 'Devolvido', amount_differs: 'Valor diferente', state_differs: 'Resultado diferente', missing_here: 'Falta aqui', missing_there: 'Falta lá', duplicate: 'Citado duas vezes', matched: 'Confere' },
    means: {
      settle: 'Ao confirmar, estes pagamentos são liquidados e seus lançamentos ficam completos.', reject: 'Ao confirmar, estes pagamentos são rejeitados e seus lançamentos voltam a pendentes.', returned: 'O dinheiro voltou. Ao confirmar, o valor é devido de novo, como ajuste com data de hoje.',
      amount_differs: 'O extrato cita o nosso pagamento com outro valor. Pergunte ao banco ou ao gateway antes de pagar mais a este titular.', state_differs: 'Os dois sabem um resultado, mas não o mesmo.', missing_here: 'O extrato cita um pagamento que não conhecemos.',
      missing_there: 'Enviamos estes pagamentos nos dias do extrato, mas ele não os cita.', duplicate: 'O extrato cita o mesmo pagamento e resultado mais de uma vez.', matched: 'Os dois dizem o mesmo.',
    },
    steps: { none: 'Nada', confirm: 'Confirmar acima', ask_gateway: 'Perguntar ao gateway', ask_bank: 'Perguntar ao banco', find_payment: 'Descobrir o que foi', correct_amount: 'Pedir a correção do valor', wait: 'Aguardar o resultado' },
    states: { accepted: 'Aceito', settled: 'Liquidado', rejected: 'Rejeitado', returned: 'Devolvido' },
  },
  whatIf: {
    title: 'Experimentar em um mês passado', lead: 'O que foi ganho, e o que teria sido ganho se a regra sempre fosse como está agora no formulário. Experimentar não salva nem paga nada.', month: 'Mês', try: 'Experimentar', unchanged: 'Mude a regra antes: como está, ela rende o que rendeu.',
    outdated: 'O formulário mudou desde esta experiência.', then: 'Ganho', now: 'Teria ganho', difference: 'Diferença', changed: 'Mudaram', winners: 'Quem mais ganha', losers: 'Quem mais perde', all: 'Todos', showAll: 'Mostrar %{smart_count} |||| Mostrar todos os %{smart_count}',
    openDays: '%{smart_count} dia do mês nunca foi fechado: o que foi ganho nele não é conhecido. |||| %{smart_count} dias do mês nunca foram fechados: o que foi ganho neles não é conhecido.', above: 'Os parceiros acima', aboveLead: 'O que está abaixo deles muda, e com isso o que ganham. Pelas fórmulas e percentuais do último dia.', problems: 'A regra não tem resultado para:', totalsOnly: 'Os valores de cada titular exigem o papel de lançamentos.',
  },
}
