/** What one's own downloads and schedules say, in English; this file gives the shape that the other languages fill in. */
export const downloads = {
  title: 'My downloads', lead: 'Files of reports, made in the background: once, or again and again.',
  files: 'Files', kept: '%{used} of %{max} used. Files are kept for %{days} days; the oldest go first where there is no more room.',
  empty: 'No file yet. Open a report, choose Export and then “In the background”: the file appears here, and you need not wait for it.', openReports: 'Open a report',
  states: { queued: 'Waiting', running: 'Being made', ready: 'Ready', failed: 'Failed', cancelled: 'Cancelled' },
  rows: '%{rows} row |||| %{rows} rows', rowsSoFar: '%{rows} rows read', madeAt: 'made %{moment} UTC', askedAt: 'asked for %{moment} UTC', bySchedule: 'by schedule', mayLeave: 'You may leave this page; the file is made all the same.',
  triedAgain: '%{reason} It is tried again at %{moment} UTC.',
  fetch: 'Download', fetchNamed: 'Download %{name}', cancel: 'Cancel', cancelNamed: 'Cancel %{name}', retry: 'Try again', retryNamed: 'Try again: %{name}', remove: 'Remove', removeNamed: 'Remove %{name}', removed: 'File removed: %{name}', cancelled: 'Cancelled: %{name}',
  schedules: 'Schedules', schedulesLead: 'A saved view of a report becomes a file by itself, with the rights you have on that day.',
  noSchedules: 'No schedule yet. Save a view on a report’s page (Saved views), then choose the clock beside its name.',
  next: 'Next file: %{moment} UTC', paused: 'Paused', pause: 'Pause', pauseNamed: 'Pause %{name}', resume: 'Go on', resumeNamed: 'Go on with %{name}', edit: 'Change', editNamed: 'Change %{name}', removeSchedule: 'Remove', removeScheduleNamed: 'Remove the schedule of %{name}', scheduleRemoved: 'Schedule removed: %{name}; its files stay',
  onWeekday: 'Every week: %{weekday}', onMonthDay: 'Every month on day %{day}',
  schedule: 'Schedule', scheduleNamed: 'Have files made of %{name}', scheduleTitle: 'Files of “%{name}”', scheduleText: 'Made in the morning of each day, of the period as that day sees it. They appear in My downloads.', scheduled: '%{name} is scheduled: the next file is made at %{moment} UTC', changed: 'Schedule changed: %{name}',
  fields: { repeats: 'How often', weekday: 'Day of the week', monthDay: 'Day of the month', period: 'Period', format: 'Format', language: 'Language' }, monthDayHelp: 'In a shorter month on its last day.',
  background: 'Large, or no time to wait? Have it made in the background: it appears in My downloads. Rows you opened and the comparison are not in it.', inBackground: 'In the background: %{format}', asked: 'The file is being made; it appears in My downloads.', openDownloads: 'Open My downloads',
} as const

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** What each language says here. */
export type DownloadsMessages = Texts<typeof downloads>
