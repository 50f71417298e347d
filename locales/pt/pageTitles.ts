import type { PageTitles } from '../en/pageTitles.ts'

/** What the menu, links and lists say about the pages of `moneyPages.ts`, in Portuguese; loaded before them. */
export const pageTitles: PageTitles = {
  partial:
    'Você vê só as marcas com que trabalha e por isso não pode pagar. Peça a um colega que veja todas as marcas.',
  features: { title: 'Recursos' },
  feeds: { title: 'Importar atividade' },
  geolocation: { title: 'Geolocalização' },
  linkMisses: { title: 'Links perdidos' },
  jobs: { title: 'Rotinas automáticas' },
  ledger: { title: 'Razão contábil' },
  migration: { title: 'Mudança de sistema' },
  payments: { title: 'Pagamento por afiliado' },
  reconciliation: { title: 'Conciliação' },
  trace: { title: 'Rastrear evento ou jogador' },
  statement: { title: 'Extratos' },
  risk: { title: 'Fraude e risco' },
  taxes: { title: 'Impostos retidos' },
  studio: { title: 'Estúdio' },
  unattributed: { title: 'Eventos não atribuídos' },
}
