import type { MenuMessages, SystemMessages } from '../messages.ts'

export const menu: MenuMessages = {
  groups: { principal: 'Principal', registers: 'Cadastros', advertising: 'Publicidade', financial: 'Financeiro', reports: 'Relatórios', management: 'Gestão', more: 'Mais' },
  entries: {
    home: 'Início', brand: 'Marcas', subBrand: 'Submarcas', reward: 'Recompensas', rewardProfile: 'Perfis de recompensa', user: 'Usuários', campaign: 'Campanhas',
    affiliate: 'Afiliados', action: 'Ações', partnerLevel: 'Níveis de parceiro', paymentByAffiliate: 'Pagamento por afiliado', entries: 'Lançamentos de afiliados',
    affiliateActivity: 'Atividade por afiliado', affiliateDetail: 'Detalhe por afiliado', generalV2: 'Relatório geral', partners: 'Demonstrativo de parceiros',
    lottery: 'Relatório de loteria', cpa: 'Relatório de CPA', activityLog: 'Log',
    company: 'Empresas', partner: 'Parceiros', hierarchy: 'Hierarquia de parceiros', redirectHost: 'Hosts de destino', feeds: 'Arquivos de atividade', geolocation: 'Ações por local', payment: 'Pagamentos', period: 'Períodos', reconciliation: 'Conciliação', affiliates: 'Resumo de afiliados', movement: 'Movimento', jobs: 'Tarefas',
  },
}
export const system: SystemMessages = { id: 'Id', version: 'Versão', createdAt: 'Criado em', updatedAt: 'Alterado em' }
