import type { DownloadsMessages } from '../en/downloads.ts'

/** What one's own downloads and schedules say, in Portuguese. */
export const downloads: DownloadsMessages = {
  title: 'Meus downloads', lead: 'Arquivos de relatórios feitos em segundo plano: uma vez ou de tempos em tempos.',
  files: 'Arquivos', kept: '%{used} de %{max} em uso. Os arquivos ficam guardados por %{days} dias; sem espaço, os mais antigos saem primeiro.',
  empty: 'Nenhum arquivo ainda. Abra um relatório, escolha Exportar e depois “Em segundo plano”: o arquivo aparece aqui, sem que você precise esperar.', openReports: 'Abrir um relatório',
  states: { queued: 'Na fila', running: 'Em andamento', ready: 'Pronto', failed: 'Falhou', cancelled: 'Cancelado' },
  rows: '%{rows} linha |||| %{rows} linhas', rowsSoFar: '%{rows} linhas lidas', madeAt: 'feito em %{moment} UTC', askedAt: 'pedido em %{moment} UTC', bySchedule: 'por agendamento', mayLeave: 'Você pode sair desta página; o arquivo será feito do mesmo jeito.',
  triedAgain: '%{reason} Nova tentativa em %{moment} UTC.',
  fetch: 'Baixar', fetchNamed: 'Baixar %{name}', cancel: 'Cancelar', cancelNamed: 'Cancelar %{name}', retry: 'Tentar de novo', retryNamed: 'Tentar de novo: %{name}', remove: 'Remover', removeNamed: 'Remover %{name}', removed: 'Arquivo removido: %{name}', cancelled: 'Cancelado: %{name}',
  schedules: 'Agendamentos', schedulesLead: 'Uma visão salva de um relatório vira arquivo sozinha, com os direitos que você tiver naquele dia.',
  noSchedules: 'Nenhum agendamento ainda. Salve uma visão na página de um relatório (Visões salvas) e escolha o relógio ao lado do nome.',
  next: 'Próximo arquivo: %{moment} UTC', paused: 'Pausado', pause: 'Pausar', pauseNamed: 'Pausar %{name}', resume: 'Retomar', resumeNamed: 'Retomar %{name}', edit: 'Alterar', editNamed: 'Alterar %{name}', removeSchedule: 'Remover', removeScheduleNamed: 'Remover o agendamento de %{name}', scheduleRemoved: 'Agendamento removido: %{name}; os arquivos ficam',
  onWeekday: 'Toda semana: %{weekday}', onMonthDay: 'Todo mês, no dia %{day}',
  schedule: 'Agendar', scheduleNamed: 'Agendar arquivos de %{name}', scheduleTitle: 'Arquivos de “%{name}”', scheduleText: 'Feitos na manhã de cada dia, com o período visto daquele dia. Aparecem em Meus downloads.', scheduled: '%{name}, agendado: o próximo arquivo será feito em %{moment} UTC', changed: 'Agendamento alterado: %{name}',
  fields: { repeats: 'Frequência', weekday: 'Dia da semana', monthDay: 'Dia do mês', period: 'Período', format: 'Formato', language: 'Idioma' }, monthDayHelp: 'Em mês mais curto, no último dia.',
  background: 'É grande, ou não quer esperar? Peça em segundo plano: aparece em Meus downloads. Linhas abertas e a comparação não vão nele.', inBackground: 'Em segundo plano: %{format}', asked: 'O arquivo está sendo feito; aparece em Meus downloads.', openDownloads: 'Abrir Meus downloads',
}
