import type { PanelsMessages } from '../en/panels.ts'

/** What panels beside a form, the account page, the search palette and the partner hierarchy say, in Portuguese. */
export const panels: PanelsMessages = {
  twoStep: {
    title: 'Verificação em duas etapas',
    on: 'Ativa: ao entrar, pede-se um código do autenticador.', off: 'Desativada', locked: 'Bloqueada depois de muitos códigos errados. Um usuário root pode desbloquear.',
    lead: 'Leia a imagem com um aplicativo autenticador no celular e confirme com o código que ele mostra.',
    setUp: 'Configurar', qr: 'Código QR para o aplicativo autenticador', secret: 'Não consegue ler? Digite esta chave no aplicativo:', haveRead: 'Já li o código',
    code: 'Código', codeHelp: 'Os 6 dígitos que o aplicativo mostra', confirm: 'Confirmar', confirmed: 'A verificação em duas etapas está ativa', others: 'O código QR é mostrado só ao próprio usuário.',
    lost: 'Perdeu o celular? Um usuário root pode desbloquear a conta; depois é só configurar de novo.',
    copied: 'Sucesso: chave copiada', unlock: 'Desbloquear MFA', unlockTitle: 'Desbloquear o MFA de %{name}?', unlockText: 'O bloqueio e o autenticador são removidos. Na próxima vez basta a senha para entrar; depois pode-se configurar um novo autenticador.', unlocked: 'Usuário desbloqueado: %{name}',
    unlockTextPartner: 'O bloqueio e o autenticador são apagados. A próxima entrada com uma chave configura um novo, se a empresa o exigir.',
    unlockedPartner: 'Parceiro desbloqueado: %{name}',
    failed: 'Não foi possível ler a situação da verificação em duas etapas.',
  },
  userSessions: {
    lead: 'Onde esta pessoa está conectada. Uma sessão encerrada deixa de valer na hora.', none: 'Não está conectada em lugar nenhum.', withCode: 'com código', withoutCode: 'sem código',
    endAll: 'Encerrar todas as sessões', endAllTitle: 'Encerrar todas as sessões de %{name}?', endTitle: 'Encerrar esta sessão de %{name}?', endText: 'O que foi digitado lá e não foi salvo se perde para esta pessoa naquele aparelho.', endedAll: 'Todas as sessões encerradas: %{name}',
  },
  accessKeys: {
    title: 'Chaves de acesso', leadAffiliate: 'Uma chave abre os relatórios públicos deste afiliado sem senha. O código dos links não abre nada.', leadPartner: 'Uma chave abre os relatórios públicos deste parceiro e dá entrada a ele. O código do parceiro não abre nada.',
    make: 'Criar uma chave', label: 'Rótulo', labelHelp: 'Quem a recebe ou para que serve', lastDay: 'Último dia', lastDayHelp: 'Vazio: até ser encerrada', expires: 'termina em %{moment}', expired: 'vencida desde %{moment}', isOver: 'Vencida', ended: 'Chave encerrada: %{name}',
    rotate: 'Renovar', rotateTitle: 'Renovar a chave %{label}?', rotateText: 'Uma nova chave é criada e mostrada uma vez. A antiga não abre mais nada e as suas sessões terminam.',
    end: 'Encerrar', endTitle: 'Encerrar a chave %{label}?', endText: 'A partir de agora não abre nada e as suas sessões terminam. Não pode ser desfeito.',
  },
  account: {
    changePassword: 'Trocar a senha', changePasswordLead: 'Suas outras sessões são encerradas; esta continua.', currentPassword: 'Senha atual', newPassword: 'Nova senha', passwordConfirmation: 'Nova senha outra vez', passwordChanged: 'Senha trocada. Suas outras sessões foram encerradas.',
    title: 'Minha conta', open: 'Minha conta', who: 'Pessoa', allRights: 'Root: tudo', noRights: 'Ainda sem permissões. Quem gerencia os usuários pode concedê-las.',
    languageHelp: 'Fica guardado com o seu usuário, em qualquer aparelho.', partner: 'Entrou com uma chave de acesso de parceiro',
    sessions: 'Sessões abertas', sessionsLead: 'Onde você está conectado. Encerre o que não reconhecer e troque a senha.', address: 'Endereço', signedIn: 'Entrada', lastSeen: 'Último uso',
    current: 'Esta', end: 'Encerrar', endNamed: 'Encerrar a sessão em %{device}, %{address}', endOthers: 'Encerrar todas as outras', ended: 'Sessão encerrada: %{name}', endedOthers: 'Todas as outras sessões foram encerradas', unknownDevice: 'Aparelho desconhecido', on: '%{browser} em %{system}',
    failed: 'Não foi possível ler as sessões.',
  },
  history: {
    title: 'Histórico', lead: 'O que valia em que dias. Os lançamentos são explicados com a versão que valia no seu dia.', sinceDay: 'Desde %{day}', until: 'Até %{day}', range: '%{from} a %{to}',
    today: 'Vale agora', version: 'Versão', one: 'Nada mudou desde o início.', failed: 'Não foi possível ler o histórico.', always: 'Sempre', 
  },
  period: {
    title: 'Lista de conferência', lead: 'Quem confere assina quanto o período soma; outra pessoa o trava. O que vier depois é lançado no período aberto.', inOrder: 'Em ordem', required: 'Necessário para conferir',
    items: {
      days_never_closed: 'Dias com movimento que nunca foram fechados', days_changed: 'Dias que mudaram desde o fechamento', stopped_owners: 'Titulares cujo lançamento foi parado', awaiting_adjustments: 'Ajustes que aguardam aprovação',
      unattributed_events: 'Eventos que não são de ninguém', failed_jobs: 'Tarefas cuja última execução falhou', negative_balances: 'Titulares que devem', missing_rates: 'Dias sem câmbio',
    },
    totals: 'Totais de controle', totalsSigned: 'Totais de controle, como assinados', total: 'Total', entries: 'Lançamentos', commission: 'Comissão', adjustments: 'Ajustes', advances: 'Adiantamentos', nothing: 'Nada se moveu nestes dias.',
    bridge: 'O que veio depois', bridgeLine: '%{before} passou a %{after}: %{difference} foi lançado em dias posteriores', causes: { late_activity: 'Atividade tardia' },
    signed: 'Assinado como %{digest}', holds: 'O que foi assinado é o que há.', changed: 'Os dias somam outros valores agora.',
    check: 'Conferir', lock: 'Travar', reopen: 'Reabrir', checked: 'Período conferido', locked: 'Período travado', reopened: 'Período reaberto',
    checkTitle: 'Conferir este período?', checkText: 'Você assina os totais de controle como estão agora. Eles ficam no log.', acceptText: 'Isto não está em ordem. O que você marcar é assinado mesmo assim:',
    lockTitle: 'Travar este período?', lockText: 'Os lançamentos dele ficam como estão a partir de agora. O que vier depois é lançado no período aberto.', reopenTitle: 'Reabrir este período?', reopenText: 'Os lançamentos dele voltam a seguir a atividade tardia. O que foi lançado depois fica.', reason: 'Por quê',
    more: 'e mais %{count}',
  },
  statement: {
    title: 'Extrato', lead: 'O que era devido, o que entrou e saiu, e o que é devido. Em uma moeda.', currency: 'Moeda', only: 'A única', show: 'Mostrar',
    opening: 'Devido antes', closing: 'Devido depois', earned: 'Ganho', adjusted: 'Ajustado', paid: 'Pago',
  },
  levels: {
    title: 'Níveis acima e abaixo', lead: 'Com os valores de exemplo da fórmula; value de um nível é o que o nível acima ganhou.', level: 'Nível %{level}', result: 'Resultado', this: 'Este nível', none: 'Não há outros níveis.', unknown: 'Sem resultado', 
  },
  duplicates: { exists: 'Outro registro, que você não pode ver, já tem este valor.' },
  search: {
    open: 'Buscar', shortcut: 'Ctrl+K', title: 'Buscar', placeholder: 'Nome, token, CPF, página…', hint: 'Digite pelo menos 2 caracteres.', recent: 'Recentes', pages: 'Páginas', reports: 'Relatórios', nothing: 'Nada encontrado para “%{text}”.', searching: 'Buscando…',
    failed: 'A busca não respondeu.', results: '%{smart_count} resultado |||| %{smart_count} resultados', more: 'Mais: abrir a lista com esta busca', keys: 'Setas escolhem, Enter abre, Esc fecha', close: 'Fechar', forget: 'Esquecer os recentes', new: 'Criar: %{name}',
  },
  hierarchy: {
    title: 'Hierarquia de parceiros', lead: 'Três níveis, com os afiliados e as submarcas ligados a cada parceiro.', open: 'Hierarquia de parceiros', place: 'Lugar na hierarquia', empty: 'Ainda não há parceiros.', emptyText: 'Crie primeiro um parceiro de nível 1; os outros ficam abaixo dele.',
    failed: 'Não foi possível ler a hierarquia.', actions: 'Ações', expand: 'Mostrar o que está abaixo de %{name}', collapse: 'Esconder o que está abaixo de %{name}',
    expandAll: 'Abrir tudo', collapseAll: 'Fechar tudo', edit: 'Alterar', editNamed: 'Alterar %{name}', withoutPartner: 'Afiliados sem parceiro', moreAffiliates: 'Mostrar mais (%{shown} de %{total})', editPartner: 'Alterar o lugar e os percentuais de %{name}',
    moveAffiliate: 'Mover %{name}', parentHelp: 'Um parceiro de nível %{level}, diretamente acima.', newPartnerHelp: 'Vazio: não fica ligado a ninguém.', fromToday: 'Vale a partir de hoje; os dias anteriores ficam com o que valia então.', save: 'Salvar', cancel: 'Cancelar',
    saved: 'Salvo: %{name}. Vale a partir de hoje.', level: 'Nível %{level}', keys: 'As setas percorrem as linhas; a da direita abre a linha e vai aos seus botões, a da esquerda volta.', loading: 'Carregando…', filter: 'Procurar na hierarquia', filtered: '%{smart_count} encontrado |||| %{smart_count} encontrados', add: 'Novo parceiro', list: 'Parceiros',
    below: '%{smart_count} parceiro abaixo |||| %{smart_count} parceiros abaixo', stale: 'Alguém alterou isto enquanto isso. Foi lido de novo; tente outra vez.',
  },
}
