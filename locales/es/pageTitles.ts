import type { PageTitles } from '../en/pageTitles.ts'

/** What the menu, links and lists say about the pages of `moneyPages.ts`, in Spanish; loaded before them. */
export const pageTitles: PageTitles = {
  partial:
    'Usted solo ve las marcas con las que trabaja, por eso no puede pagar. Pídalo a un colega que vea todas las marcas.',
  features: { title: 'Funciones' },
  feeds: { title: 'Importar actividad' },
  geolocation: { title: 'Geolocalización' },
  linkMisses: { title: 'Enlaces perdidos' },
  jobs: { title: 'Procesos automáticos' },
  ledger: { title: 'Libro mayor' },
  migration: { title: 'Cambio de sistema' },
  payments: { title: 'Pago por afiliado' },
  reconciliation: { title: 'Conciliación' },
  trace: { title: 'Rastrear evento o jugador' },
  statement: { title: 'Extractos' },
  risk: { title: 'Fraude y riesgo' },
  taxes: { title: 'Impuestos retenidos' },
  studio: { title: 'Estudio' },
  unattributed: { title: 'Eventos sin atribuir' },
}
