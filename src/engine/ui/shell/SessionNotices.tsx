import { useNotify, useTranslate } from 'react-admin'
import { useEffect } from 'react'
import { useOffice } from './OfficeContext.tsx'

/**
 * Says what the session reports: that one is signed in, no network, no valid credential, a session that is over. The
 * session itself leaves, a moment later.
 */
export function SessionNotices() {
  const notify = useNotify()
  const translate = useTranslate()
  const { onTrouble, takeGreeting } = useOffice()
  useEffect(() => {
    if (takeGreeting?.()) notify('pages.signIn.success', { type: 'success' })
  }, [takeGreeting, notify])
  useEffect(
    () =>
      onTrouble((trouble) => {
        const text = translate(`pages.notices.${trouble}`)
        const willLeave = trouble === 'networkError' ? '' : `. ${translate('pages.layout.youWillBeLoggedOut')}`
        notify(`${text}${willLeave}`, { type: 'error' })
      }),
    [onTrouble, notify, translate],
  )
  return null
}
