import type { ResourceMessages } from '../messages.ts'

const payment = { paymentType: 'Tipo de pagamento', paymentKeyType: 'Tipo de chave', paymentKey: 'Chave de pagamento' }
const holdsFromToday = 'A alteração vale a partir de hoje.'
const slugHelp = 'Se ficar vazio, é criado a partir do nome.'
const tokenHelp = 'Se ficar vazio, é criado automaticamente. Não pode ser alterado depois.'

export const resources: ResourceMessages = {
  company: {
    name: 'Empresa |||| Empresas',
    empty: 'Empresas são donas das marcas e empregam as pessoas que entram aqui.',
    fields: {
      name: 'Nome', calendar: 'Períodos', twoStep: 'Verificação em duas etapas',
      stepUp: 'Código ao pagar e mudar taxas',
      approverApartDays: 'Dias entre mudar uma conta e aprovar', approverAgeDays: 'Idade da conta de quem aprova, em dias',
      approvalAbove: 'Segunda aprovação acima de' },
    sections: { identity: 'Identificação', security: 'Segurança' },
    help: {
      calendar: 'Quanto duram os períodos que são conferidos e travados. Uma mudança vale a partir do próximo período.',
      stepUp: 'Quem paga, aprova ou muda uma taxa, uma fórmula, uma chave de pagamento ou um site envia um código do autenticador. Exigido: ninguém sem um o faz.',
      approvalAbove: 'Pagamentos acima deste valor precisam de duas pessoas. Vazio: nenhum precisa.',
      approverApartDays: 'Quem criou ou mudou a conta de alguém, ou teve a sua por ele criada ou mudada, não aprova nada dele durante esse tempo. Vazio ou 0: não se exige.',
      approverAgeDays: 'Contas mais novas não aprovam nada. Vazio ou 0: não se exige.',
    },
  },
  brand: {
    name: 'Marca |||| Marcas',
    empty: 'Uma marca é o que os jogadores conhecem: um site de apostas, jogos ou loterias.',
    fields: { name: 'Nome', slug: 'Slug', site: 'Site', company: 'Empresa', currency: 'Moeda', minimumPayout: 'Pagamento mínimo' },
    sections: { identity: 'Identificação', payment: 'Pagamento' },
    help: { slug: slugHelp },
  },
  period: {
    name: 'Período |||| Períodos',
    empty: 'Um período é um mês, uma quinzena ou uma semana cujos valores uma pessoa confere e outra trava.',
    fields: {
      company: 'Empresa', from: 'De', to: 'Até', state: 'Situação', checkedBy: 'Conferido por', checkedAt: 'Conferido em', lockedBy: 'Travado por',
      lockedAt: 'Travado em', reopenReason: 'Por que foi reaberto',
    },
    sections: { days: 'Dias' },
    help: { to: 'O último dia, incluído. Nenhum dia está em dois períodos.' },
  },
  redirectHost: {
    name: 'Host de destino |||| Hosts de destino',
    empty: 'Um host de destino é aonde os links de rastreamento de uma marca podem levar, além do próprio site dela.',
    fields: { host: 'Host', brand: 'Marca', reason: 'Motivo' },
    sections: { identity: 'Identidade' },
    help: { host: 'O host e tudo abaixo dele, sem endereço: loja.marca.example' },
  },
  subBrand: {
    name: 'Submarca |||| Submarcas',
    empty: 'Uma submarca é uma parte de uma marca com site e parceiros próprios.',
    fields: { name: 'Nome', slug: 'Slug', site: 'Site', brand: 'Marca', partners: 'Parceiros' },
    sections: { identity: 'Identificação', partners: 'Parceiros' },
    help: { slug: slugHelp },
  },
  campaign: {
    name: 'Campanha |||| Campanhas',
    empty: 'Uma campanha é o que os afiliados divulgam: a oferta de uma marca com seu código promocional.',
    fields: { name: 'Nome', brand: 'Marca', promoCode: 'Código promocional' },
    sections: { identity: 'Identificação' },
  },
  affiliate: {
    name: 'Afiliado |||| Afiliados',
    empty: 'Afiliados trazem jogadores para as suas marcas e ganham comissão por isso.',
    fields: {
      name: 'Nome', company: 'Empresa', alias: 'Apelido', token: 'Token', cpf: 'CPF', email: 'E-mail', documentType: 'Tipo de documento', document: 'Documento', ...payment,
      rewardProfile: 'Perfil de recompensa', brands: 'Marcas', partner: 'Parceiro', isComplete: 'Completo',
    },
    sections: { identity: 'Identificação', commission: 'Comissão', payment: 'Pagamento' },
    help: { token: tokenHelp, rewardProfile: holdsFromToday, partner: holdsFromToday },
    actions: { setPaymentType: 'Definir tipo de pagamento' },
    done: { setPaymentType: 'Tipo de pagamento definido' },
  },
  action: {
    name: 'Ação |||| Ações',
    empty: 'Uma ação é um link de rastreamento: um afiliado divulga uma campanha em um lugar.',
    fields: {
      name: 'Nome', campaign: 'Campanha', affiliate: 'Afiliado', subAffiliate: 'Subafiliado', token: 'Token', utmMedium: 'utm medium', utmContent: 'utm content',
      domain: 'Domínio', address: 'Endereço de rastreamento',
    },
    sections: { identity: 'Identificação', tracking: 'Rastreamento' },
    help: { domain: 'Aonde os jogadores chegam. Vazio: o site da marca.', token: tokenHelp },
  },
  reward: {
    name: 'Recompensa |||| Recompensas',
    empty: 'Uma recompensa diz o que se paga por um produto: uma parte de uma base, ou um valor por jogador qualificado.',
    fields: {
      name: 'Nome', company: 'Empresa', slug: 'Slug', productType: 'Tipo de produto', subType: 'Base', calculation: 'Cálculo', adminFee: 'Taxa administrativa', percentage: 'Percentual', value: 'Valor',
      currency: 'Moeda', tiers: 'Faixas', tierMode: 'Modo das faixas', triggerCondition: 'Condição do gatilho', triggerOperation: 'Operação do gatilho', triggerComparison: 'Comparação do gatilho',
    },
    items: { tiers: { from: 'A partir de', percentage: 'Percentual', value: 'Valor' } },
    sections: { identity: 'Identificação', calculation: 'Cálculo', trigger: 'Gatilho' },
    help: {
      currency: 'Em que estão os seus valores (faixas, valores, limites); vazio, a moeda da primeira marca da empresa.',
      triggerComparison: 'Escreva com o símbolo >=, por exemplo >= 100', productType: 'Não pode ser alterado depois.', slug: slugHelp,
    },
  },
  rewardProfile: {
    name: 'Perfil de recompensa |||| Perfis de recompensa',
    empty: 'Um perfil de recompensa reúne quatro recompensas, uma de cada tipo de produto.',
    fields: { name: 'Nome', company: 'Empresa', rewards: 'Recompensas', carryOver: 'Meses negativos' },
    sections: { identity: 'Identificação', rewards: 'Recompensas' },
    help: { rewards: 'Quatro recompensas, cada uma de um tipo de produto.' },
  },
  partnerLevel: {
    name: 'Nível de parceiro |||| Níveis de parceiro',
    empty: 'Um nível de parceiro é um degrau da hierarquia e a fórmula pela qual seus parceiros ganham.',
    fields: { name: 'Nome', company: 'Empresa', level: 'Nível', parent: 'Nível superior', expression: 'Expressão de cálculo', currency: 'Moeda' },
    sections: { identity: 'Identificação', calculation: 'Cálculo' },
    help: {
      expression: holdsFromToday,
      currency: 'Em que estão os valores da fórmula; vazio, a moeda da primeira marca da empresa. Uma mudança vale a partir de hoje.',
    },
  },
  partner: {
    name: 'Parceiro |||| Parceiros',
    empty: 'Parceiros cuidam de afiliados e ganham uma parte do que eles deixam.',
    fields: { name: 'Nome', company: 'Empresa', partnerLevel: 'Nível', parent: 'Superior', token: 'Token', percentage: 'Percentual', abatement: 'Abatimento', affiliates: 'Afiliados', ...payment },
    sections: { identity: 'Identificação', commission: 'Comissão', payment: 'Pagamento' },
    help: { percentage: holdsFromToday },
  },
  user: {
    name: 'Usuário |||| Usuários',
    empty: 'Usuários são as pessoas que entram aqui.',
    fields: {
      name: 'Nome', email: 'E-mail', password: 'Senha', passwordConfirmation: 'Confirmação da senha', company: 'Empresa', allowedBrands: 'Marcas permitidas',
      profile: 'Perfil', roles: 'Permissões', language: 'Idioma', root: 'Root', partner: 'Parceiro', suspended: 'Suspenso',
    },
    sections: { identity: 'Identificação', rights: 'Permissões' },
    help: { allowedBrands: 'Só os registros destas marcas ficam visíveis.', profile: 'Preenche as permissões; são elas que decidem.', partner: 'Só o que está abaixo deste parceiro fica visível.', suspended: 'Encerra todas as sessões na hora e não deixa entrar até ser retirado.' },
  },
  entry: {
    name: 'Lançamento |||| Lançamentos',
    empty: 'Lançamentos são o que afiliados e parceiros ganharam, dia a dia. O fechamento diário os escreve.',
    fields: {
      day: 'Dia', affiliate: 'Afiliado', partner: 'Parceiro', kind: 'Tipo', value: 'Valor', currency: 'Moeda', status: 'Situação', paymentMethod: 'Forma de pagamento', attempts: 'Tentativas de pagamento', lines: 'Linhas',
      reason: 'Motivo', requestedBy: 'Pedido por', approvedBy: 'Aprovado por',
    },
    sections: { entry: 'Lançamento' },
  },
  payment: {
    name: 'Pagamento |||| Pagamentos',
    empty: 'Pagamentos são feitos para lançamentos pendentes, automaticamente ou à mão.',
    fields: {
      affiliate: 'Afiliado', partner: 'Parceiro', value: 'Valor', currency: 'Moeda', method: 'Forma', state: 'Situação', entries: 'Lançamentos', paidAt: 'Pago em', reference: 'Referência', note: 'Observação', attempts: 'Tentativas',
      requestedBy: 'Pedido por', awaitsApproval: 'Aguarda aprovação', approvedBy: 'Aprovado por',
    },
    sections: { payment: 'Pagamento' },
  },
  activityLog: {
    name: 'Log de atividade |||| Log de atividade',
    empty: 'Tudo o que se faz aqui deixa uma linha.',
    fields: {
      at: 'Quando', user: 'Usuário', actor: 'Quem', method: 'Método', url: 'Endereço chamado', operation: 'Operação', object: 'Objeto', objectId: 'Registro', batch: 'Lote', address: 'De onde', changes: 'Alterações',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Depois' } },
    sections: { event: 'Evento' },
  },
}
