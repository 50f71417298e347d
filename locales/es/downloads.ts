import type { DownloadsMessages } from '../en/downloads.ts'

/** What one's own downloads and schedules say, in Spanish. */
export const downloads: DownloadsMessages = {
  title: 'Mis descargas', lead: 'Archivos de informes hechos en segundo plano: una vez o cada cierto tiempo.',
  files: 'Archivos', kept: '%{used} de %{max} en uso. Los archivos se guardan %{days} días; si falta espacio, salen primero los más antiguos.',
  empty: 'Aún no hay archivos. Abra un informe, elija Exportar y después «En segundo plano»: el archivo aparece aquí sin que tenga que esperar.', openReports: 'Abrir un informe',
  states: { queued: 'En espera', running: 'En curso', ready: 'Listo', failed: 'Falló', cancelled: 'Cancelado' },
  rows: '%{rows} fila |||| %{rows} filas', rowsSoFar: '%{rows} filas leídas', madeAt: 'hecho el %{moment} UTC', askedAt: 'pedido el %{moment} UTC', bySchedule: 'por programación', mayLeave: 'Puede salir de esta página; el archivo se hace igualmente.',
  triedAgain: '%{reason} Se vuelve a intentar el %{moment} UTC.',
  fetch: 'Descargar', fetchNamed: 'Descargar %{name}', cancel: 'Cancelar', cancelNamed: 'Cancelar %{name}', retry: 'Reintentar', retryNamed: 'Reintentar %{name}', remove: 'Eliminar', removeNamed: 'Eliminar %{name}', removed: 'Archivo eliminado: %{name}', cancelled: 'Cancelado: %{name}',
  schedules: 'Programaciones', schedulesLead: 'Una vista guardada de un informe se convierte sola en archivo, con los derechos que tenga ese día.',
  noSchedules: 'Aún no hay programaciones. Guarde una vista en la página de un informe (Vistas guardadas) y elija el reloj junto a su nombre.',
  next: 'Próximo archivo: %{moment} UTC', paused: 'En pausa', pause: 'Pausar', pauseNamed: 'Pausar %{name}', resume: 'Reanudar', resumeNamed: 'Reanudar %{name}', edit: 'Cambiar', editNamed: 'Cambiar %{name}', removeSchedule: 'Eliminar', removeScheduleNamed: 'Eliminar la programación de %{name}', scheduleRemoved: 'Programación eliminada: %{name}; los archivos quedan',
  onWeekday: 'Cada semana: %{weekday}', onMonthDay: 'Cada mes, el día %{day}',
  schedule: 'Programar', scheduleNamed: 'Programar archivos de %{name}', scheduleTitle: 'Archivos de «%{name}»', scheduleText: 'Se hacen por la mañana de cada día, con el período visto desde ese día. Aparecen en Mis descargas.', scheduled: '%{name}, programado: el próximo archivo se hace el %{moment} UTC', changed: 'Programación cambiada: %{name}',
  fields: { repeats: 'Frecuencia', weekday: 'Día de la semana', monthDay: 'Día del mes', period: 'Período', format: 'Formato', language: 'Idioma' }, monthDayHelp: 'En un mes más corto, el último día.',
  background: '¿Es grande o no quiere esperar? Pídalo en segundo plano: aparece en Mis descargas. Las filas abiertas y la comparación no van en él.', inBackground: 'En segundo plano: %{format}', asked: 'El archivo se está haciendo; aparece en Mis descargas.', openDownloads: 'Abrir Mis descargas',
}
