import type { OnDemandMessages } from '../compose.ts'

/** Reports that a spreadsheet reads. */
export const liveSheets: OnDemandMessages['liveSheets'] = {
  title: 'Hoja en vivo',
  text: 'Las hojas de cálculo leen este reporte en una dirección propia, con estos filtros y siempre actualizado. Se abre con el acceso que usted tenga en ese momento y termina si lo pierde.',
  make: 'Crear',
  yours: 'Sus hojas en vivo',
  until: 'hasta %{moment}',
  end: 'Cerrar',
  fields: { name: 'Nombre', language: 'Idioma', days: 'Validez (días)' },
  languageHelp: 'De títulos y números. Elija el idioma de su hoja de cálculo.',
  made: 'Hoja en vivo creada',
  once: 'Se muestra solo ahora. Quien tenga esta dirección puede leer el reporte hasta %{moment}.',
  formula: 'Fórmula para Hojas de cálculo de Google',
  url: 'Dirección',
  excel: 'En Excel: Datos, Desde la web, pegue la dirección.',
}

/** Up to which day the figures of a brand are there. */
export const freshness: OnDemandMessages['freshness'] = {
  upTo: 'Datos hasta',
  brandUpTo: 'Datos de %{name} hasta el %{day}',
  received: 'recibido el %{moment}',
  mayChange:
    'Las cifras de %{name} después del %{day} todavía no llegaron: los registros, depósitos y comisiones desde el %{from} aún pueden cambiar',
  allUpTo: 'Datos de las %{smart_count} marcas hasta el %{day}',
  lateMany:
    'Las cifras de %{smart_count} marcas están atrasadas, la más antigua desde el %{day}: los registros, depósitos y comisiones aún pueden cambiar',
  event: 'último evento el %{moment}',
  more: 'Ver por marca',
  less: 'Ocultar',
  vias: { batch: 'API', postback: 'postback', file: 'archivo', totals: 'totales diarios' },
}

/** The report of cohorts. */
export const cohorts: OnDemandMessages['cohorts'] = {
  lead: 'Lo que los jugadores de cada mes han dejado desde entonces',
  map: '%{name} por cohorte y mes',
  players: 'Jugadores',
  payback: 'CPA recuperado en',
  paybackMonths: 'CPA recuperado en (meses)',
  paybackMonth: '%{smart_count} mes |||| %{smart_count} meses',
  sameMonth: 'el mismo mes',
  total: 'Total',
  earlier: 'Cohortes anteriores',
  none: 'Sin cohorte',
  months: '%{smart_count} mes |||| %{smart_count} meses',
  monthsSince: '%{smart_count} mes después |||| %{smart_count} meses después',
  open: 'Cohorte %{cohort}, mes %{since}: %{value}. Ver de dónde sale',
  by: 'Por',
  others: '%{smart_count} más |||| %{smart_count} más',
  parts: 'De dónde sale',
  figure: 'Valor',
  layout: 'Vista',
  layouts: { map: 'Mapa', list: 'Tabla' },
  mode: 'Cómo sumar',
  modes: { month: 'Por mes', cumulative: 'Acumulado', perPlayer: 'Por jugador' },
  beginnings: { registration: 'Registro', firstDeposit: 'Primer depósito' },
}
