import type { ResourcePagesMessages } from '../en/resourcePages.ts'

/** What lists, forms and reports say, in Portuguese. */
export const resourcePages: ResourcePagesMessages = {
  networkError: 'Erro de rede',
  token: { copy: 'Copiar', copied: 'Sucesso: token copiado', addressCopied: 'Sucesso: endereço copiado', notCopied: 'O navegador não permitiu copiar; marque o texto e copie à mão.', qr: 'Código QR do endereço de rastreamento' },
  list: {
    nothingFound: 'Nada corresponde a estes filtros.', retry: 'Tentar de novo', selected: '%{smart_count} selecionado |||| %{smart_count} selecionados',
    missing: 'Falta: %{fields}', unselect: 'Limpar a seleção', rowsOfPage: 'Linhas %{from} a %{to} de %{total}',
  },
  empty: { title: 'Ainda não há %{names}', create: 'Crie o primeiro registro.', wait: 'Aparecem aqui assim que existirem.' },
  filters: {
    open: 'Filtros', title: 'Filtros', clear: 'Limpar filtros', remove: 'Remover o filtro %{name}', isEmpty: 'vazio', includeEmpty: 'Também os que não têm valor',
    onlyEmpty: 'Somente os que não têm valor', from: 'De', to: 'Até', any: 'Qualquer', more: 'Mais filtros', contains: 'contém', done: 'Pronto',
  },
  savedFilters: { title: 'Filtros salvos', none: 'Nada salvo ainda. Defina filtros e ordem e salve-os com um nome.', name: 'Nome', remove: 'Remover %{name}' },
  form: {
    chooseTypeFirst: 'Escolha primeiro o tipo', withoutKey: 'Sem chave nada é pago automaticamente: os lançamentos esperam até haver uma.', stay: 'Ficar', leave: 'Sair sem salvar', leaveTitle: 'Sair da página?', holdsFromToday: 'A alteração vale a partir de hoje.', readOnly: 'Não pode ser alterado', problems: 'Corrija %{smart_count} campo: |||| Corrija %{smart_count} campos:',
    saved: 'Salvo: %{record}', created: 'Criado: %{record}', createdWithToken: 'Criado: %{record}. Token: %{token}', back: 'Voltar à lista', addRow: 'Adicionar linha', removeRow: 'Remover a linha %{row}', noRows: 'Nenhuma linha ainda',
    changedAt: 'alterado em %{moment} UTC', unsaved: 'O que você digitou não foi salvo.', missing: 'Este registro não existe, ou você não pode vê-lo.', history: 'Histórico', newRecord: 'Criar: %{name}',
    duplicate: 'Outro registro já tem este valor:', show: 'Mostrar', noWriting: 'Você pode ler este registro, mas não alterá-lo.', dayPattern: 'DD/MM/AAAA', since: 'desde %{day}',
  },
  password: { rules: 'O que a senha precisa ter', missing: 'Falta', met: 'Cumprido', keep: 'Deixe vazio para manter a senha atual' },
  reference: { none: 'Nada encontrado', loading: 'Procurando…', open: 'Abrir', close: 'Fechar', clear: 'Limpar' },
  expression: {
    place: 'Aqui:', sample: 'Valores de exemplo', result: 'Resultado', words: 'Palavras que podem ser usadas', empty: 'Escreva uma fórmula', suggestion: 'Você quis dizer %{word}?', levels: 'Níveis acima e abaixo', reset: 'Fórmula padrão',
    problems: {
      empty: 'Escreva uma fórmula', too_long: 'A fórmula é longa demais', unexpected_character: 'Este caractere não pode ser usado', invalid_number: 'Isto não é um número', unknown_word: 'A palavra %{word} é desconhecida',
      unknown_function: 'A função %{word} é desconhecida', missing_operand: 'Falta um valor aqui', missing_operator: 'Falta um operador aqui', remainder: 'O sinal % significa por cento e vem depois de um valor',
      unclosed_parenthesis: 'Este parêntese não foi fechado', unopened_parenthesis: 'Este parêntese não foi aberto', unexpected_comma: 'A vírgula só separa os valores de uma função',
      unexpected_colon: 'Um : sem o seu ?', missing_otherwise: 'Um ? precisa de : e de outro valor', function_arguments: 'A função recebe outro número de valores', chained_comparison: 'Compare dois valores por vez',
      comparison_as_amount: 'Uma comparação não é um valor; escreva condição ? valor : outro valor', exponent: 'O expoente deve ser um número inteiro de -20 a 20', too_deep: 'Parênteses demais uns dentro dos outros',
      too_large: 'O resultado poderia ficar grande demais', syntax: 'A fórmula não pode ser lida aqui', division_by_zero: 'Divisão por zero com estes valores', missing_value: 'Falta o valor de %{word}',
    },
  },
  guard: {
    title: 'Confirme com o autenticador', text: 'Isto é protegido. Digite o código que o seu aplicativo mostra agora. O que você preencheu fica.',
    passwordTitle: 'Confirme com a sua senha', passwordText: 'Você está mudando o seu próprio acesso. Digite a sua senha atual; o que você preencheu fica.',
  },
  stale: {
    title: 'Alguém alterou este registro enquanto isso', text: 'O que está salvo agora difere do que você abriu:', by: 'Alterado por %{name}, %{at}', field: 'Campo', opened: 'Quando você abriu', stored: 'Salvo agora', mine: 'O seu',
    reload: 'Descartar o meu e recarregar', takeOver: 'Manter as minhas alterações', none: 'Nada do que você vê mudou.', close: 'Continuar editando',
  },
  draft: { restored: 'Sua sessão terminou antes de salvar. O que você tinha digitado está de volta, ainda sem salvar.', typeAgain: 'Digite novamente: %{fields}.', discard: 'Descartar' },
  remove: { title: 'Excluir %{name}?', text: 'Não pode ser desfeito. O log de atividade guarda o que era.', bulkTitle: 'Excluir %{smart_count} registro? |||| Excluir %{smart_count} registros?', done: 'Exclusão realizada: %{record}', bulkDone: 'Exclusão realizada: %{smart_count} de %{resource} |||| Exclusão realizada: %{smart_count} de %{resource}', bulkFailed: 'Erro ao excluir: %{smart_count} recusado e ainda selecionado |||| Erro ao excluir: %{smart_count} recusados e ainda selecionados' },
  failed: { create: 'Erro ao criar %{record}: %{reason}', update: 'Erro ao alterar %{record}: %{reason}', exclude: 'Erro ao excluir %{record}: %{reason}', payment: 'Erro ao efetuar o pagamento: %{reason}', run: '%{action}, %{record}: %{reason}' },
  actions: {
    run: 'Aplicar', cancel: 'Cancelar', close: 'Fechar', done: '%{action}: %{smart_count} alterado |||| %{action}: %{smart_count} alterados', doneOne: '%{action}: %{record}', refused: '%{smart_count} recusado e ainda selecionado: |||| %{smart_count} recusados e ainda selecionados:', running: 'Processando…',
    willChange: '%{smart_count} será alterado |||| %{smart_count} serão alterados', willRefuse: '%{smart_count} será recusado: |||| %{smart_count} serão recusados:', undo: 'Desfazer', undone: 'Desfeito: cada um voltou a ser como era.',
    records: 'Para %{smart_count} registro |||| Para %{smart_count} registros',
  },
  export: {
    title: 'Exportar', rows: '%{smart_count} linha, tudo o que corresponde |||| %{smart_count} linhas, tudo o que corresponde', csv: 'CSV', xlsx: 'Excel (.xlsx)', start: 'Exportar', progress: '%{done} de %{total}', writing: 'Escrevendo a planilha…', cancel: 'Cancelar',
    failed: 'A exportação parou: %{reason}', filters: 'Filtros', format: 'Formato', sheet: 'Dados', criteria: 'Critérios', done: 'O arquivo está nos seus downloads.', yes: 'sim', no: 'não', search: 'Busca', columnKeys: 'Colunas e as suas chaves', allColumns: 'Todas as colunas', shownColumns: 'Só as colunas exibidas', received: '%{size} MB até agora', id: 'id',
  },
  report: {
    inOne: 'Tudo em uma moeda', eachInItsOwn: 'Cada valor na sua', rate: '1 %{from} = %{rate} %{to} desde %{day} (%{source})',
    direct: '%{name} (direto)', views: 'Visões salvas', noViews: 'Nada salvo ainda. Escolha período, filtros e colunas e salve com um nome.', compare: 'Comparar com o período anterior', dontCompare: 'Parar de comparar', comparedWith: 'Comparado com %{from} – %{to}',
    from: 'De', to: 'Até', period: 'Período', apply: 'Mostrar', total: 'Total', general: 'Geral', rows: '%{smart_count} linha |||| %{smart_count} linhas', zone: 'Dias em %{zone}', upTo: 'Contado até %{moment}', notYet: 'Nada foi contado ainda',
    tooLong: 'O período deve ser menor que um mês: o último dia pode ser %{day}', beginsAfterEnd: 'O primeiro dia não pode ser depois do último', invalidDay: 'Escolha os dois dias', columns: 'Colunas', chart: 'Gráfico',
    hideChart: 'Esconder o gráfico', token: 'Sua chave', tokenLead: 'Digite a chave de acesso de um afiliado ou parceiro para ver os seus números, ou entre.', tokenPartner: 'Chave de acesso de parceiro', tokenAffiliate: 'Chave de acesso de afiliado', signIn: 'Entrar', show: 'Mostrar',
    open: 'Abrir %{name}', close: 'Fechar %{name}', view: 'Visão', structural: 'Estrutural', flat: 'Lista', empty: 'Nenhuma atividade neste período.', others: 'Outros', notDrawn: 'Os %{shown} maiores; o outro soma %{value} |||| Os %{shown} maiores; os outros %{smart_count} somam %{value}', loading: 'Contando…', none: 'Nenhum', forgetToken: 'Outra chave',
    noValue: 'Sem %{name}', product: 'Produto', perRow: 'Por %{name}', sortBy: 'Ordenar por %{name}', allShown: 'Todos', filters: 'Filtros', criteria: 'Critérios', generated: 'Feito em',
    explain: 'Como se chegou a isto: %{name}, %{value}', explainOpen: 'Abra a linha: dentro dela se vê quem ganhou.', explainMore: 'E mais %{smart_count}, menor |||| E mais %{smart_count}, menores', explainNone: 'Ainda não há lançamento nestes dias. O fechamento diário os escreve.',
    explainPart: 'Um lançamento é de um dia inteiro, com todos os links e marcas. Esta linha tem %{value} dele.', back: 'Voltar', chartOf: '%{measure} por %{by}', printedRows: 'Aqui estão as primeiras %{shown} de %{all} linhas; o total é de todas. O arquivo exportado tem todas.', thisPeriod: 'Este período', periodBefore: 'Período anterior', otherReports: 'Outros relatórios',
  },
  entries: {
    adjust: 'Novo ajuste', adjustLead: 'Escolha um afiliado ou um parceiro. Só conta quando outra pessoa aprovar.', isAdvance: 'Adiantamento: descontado depois de pago', file: 'Arquivo', askApproval: 'Pedir aprovação', adjusted: 'Escrito; espera outra pessoa',
    approve: 'Aprovar', approveTitle: 'Aprovar %{value}?', approved: 'Aprovado; já pode ser pago', decline: 'Recusar', declineTitle: 'Recusar %{value}?', declined: 'Recusado', whyNot: 'Por que não', writtenBy: 'Escrito por %{name}: %{reason}', approvedBy: 'Aprovado por %{name}.',
    pay: 'Baixa manual', payTitle: 'Baixa manual de %{value} a %{name}', payLead: 'Lançamento de %{day}', payTo: 'A: %{names}', payToMore: '%{names} e mais %{smart_count}', paidAt: 'Pago em', reference: 'Referência', note: 'Observação', confirm: 'Confirmar a baixa', paid: 'Baixa manual realizada', paidTo: 'Baixa manual realizada: %{value} a %{name}', explain: 'Explicar', lines: 'Linhas', attempts: 'Tentativas de pagamento',
    events: 'Eventos do dia',
    fromStart: 'desde o início', accumulated: 'Acumulado desde %{day}.', toDayBefore: 'Até o dia anterior', toDay: 'Até este dia', earned: 'Ganho', rounding: 'Arredondado em centavos: %{earned} − %{before} = %{amount}',
    notReproduced: 'A regra foi substituída no dia em que começou; o valor fica como foi calculado então.', triggerMet: 'Gatilho: %{condition}, %{operation} = %{actual}, %{comparison} foi atingido', triggerNotMet: 'Gatilho: %{condition}, %{operation} = %{actual}, %{comparison} não foi atingido: nada é ganho',
    openingBalance: 'Trazido de antes: %{balance}, junto %{result}', negative: '%{amount} é negativo: nada é ganho, %{carried} passa adiante', adjusts: 'Corrige o lançamento %{entry} de %{day} (%{value}):', adjustedBy: 'Corrigido pelo lançamento %{entry} de %{day} (%{value}):', 
    event: 'Evento', count: 'Quantidade', below: 'O dia de quem está abaixo', belowHidden: 'Outros', players: 'O jogador que se qualificou |||| Os %{smart_count} jogadores que se qualificaram', reasons: { late_activity: 'atividade que chegou depois', payment_returned: 'o pagamento foi devolvido', advance_taken_back: 'o adiantamento foi pago e é descontado' }, noLines: 'Nenhuma linha', noAttempts: 'Ainda sem tentativa', product: 'Produto', base: 'Base', rate: 'Taxa', rule: 'Versão da regra', amount: 'Valor', open: 'Abrir o lançamento', close: 'Fechar o lançamento', steps: 'Como se chegou a isto', onlyManual: 'Só lançamentos pendentes cujo tipo de pagamento é manual',
  },
  ruleProblems: {
    division_by_zero: 'A fórmula divide por zero neste dia', too_large: 'O valor é grande demais para ser um: confira as taxas e a fórmula', missing_value: 'Falta um valor que a fórmula usa',
    invalid_expression: 'A fórmula não pode ser lida', rule_without_result: 'A recompensa não pôde ser calculada: confira as suas faixas e o gatilho',
    rule_of_another_currency: 'Os valores desta regra estão em outra moeda que a da atividade: indique uma regra nessa moeda',
  },
  noBrands: {
    own: 'Nenhuma marca foi liberada para você: por isso nada aparece aqui. Peça a quem administra os usuários que libere marcas no seu cadastro.',
    form: 'Sem marcas liberadas, esta pessoa não vê afiliados, lançamentos nem números em nenhuma página. Escolha ao menos uma marca.',
  },
  log: {
    objectNamed: '%{object} %{name} (#%{id})', ofThis: 'Log deste registro', sentence: '%{actor}: %{operation} %{object}', open: 'Mostrar a diferença', close: 'Esconder a diferença', field: 'Campo', before: 'Antes', after: 'Depois', nothing: 'Nenhum campo mudou', goTo: 'Abrir o registro',
    objects: { download: 'arquivo de relatório' },
    redact: 'Suprimir dados', redactTitle: 'Suprimir dados desta linha?', redactValues: 'O que é retirado', reason: 'Motivo', redactDone: 'Dados suprimidos',
    redactText: 'Os valores escolhidos são retirados da linha para sempre, e ninguém pode trazê-los de volta. A linha fica e continua provada; o log diz quem retirou o quê e por quê.',
    reasonHelp: 'Fica no log para sempre: não escreva dados pessoais aqui',
    redacted: 'Suprimido',
    operations: { redact: 'suprimiu dados de', fillDemoData: 'preencheu com dados de demonstração', changePassword: 'trocou a própria senha de', makeFile: 'fez', downloadFile: 'baixou', uploadFeed: 'enviou um arquivo de atividade para', importFeed: 'importou um arquivo de atividade para', removeFeed: 'removeu um arquivo de atividade de', runJob: 'executou a tarefa', create: 'criou', update: 'alterou', remove: 'excluiu', signIn: 'entrou', signOut: 'saiu', createAccessKey: 'criou uma chave de acesso para', endAccessKey: 'encerrou uma chave de acesso de', createIngestKey: 'criou uma chave de recebimento para', revokeIngestKey: 'revogou uma chave de recebimento de', confirmManualPayment: 'deu baixa manual em', unlockTwoStep: 'desbloqueou a segunda etapa de', check: 'conferiu', lock: 'travou', reopen: 'reabriu', adjust: 'ajustou', approve: 'aprovou', complete: 'completou', move: 'mudou a situação de', withdraw: 'retirou', reattribute: 'atribuiu de novo', revokeSession: 'encerrou uma sessão', endSession: 'encerrou uma sessão de', endSessions: 'encerrou todas as sessões de', endReusedSession: 'sessão encerrada porque o token foi usado duas vezes', createRootUser: 'criou o usuário root' }, from: 'de %{address}', batch: 'Tudo deste lote', ofObject: 'Tudo deste registro',
  },
}
